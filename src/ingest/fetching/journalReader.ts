import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { addDays } from '../../days.ts'
import { literal } from '../../lake/schema.ts'
import { isSuccess } from '../task.ts'
import type {
  ArchivedResponse,
  FeedName,
  HostState,
  OutcomeFilter,
  ResponseFilter,
  Run,
  StoredLoad,
  StoredOutcome,
  StoredResponse,
} from './journalRecords.ts'
import { isUnsettled, isWaiting, journalFormat, outcomeColumns, responseColumnsOf } from './journalSchema.ts'

/** The most days of a task, which bounds the search for those that overlap some days. */
const longestTask = 366

const oneOf = (column: string, values: readonly string[]) => `${column} IN (${values.map(literal).join(', ')})`

/** Conditions of SQL, and the values for their parameters. */
function createConditions() {
  const clauses: string[] = []
  const given: SQLInputValue[] = []
  const add = (sql: string, ...values: readonly SQLInputValue[]) => {
    clauses.push(sql)
    given.push(...values)
  }
  return { add, given, sql: () => clauses.map((one) => ` AND ${one}`).join('') }
}

/** Adds the conditions on the feed and the days of tasks. */
function addTasks({ add }: ReturnType<typeof createConditions>, filter: OutcomeFilter): void {
  for (const name of ['dataset', 'publisher', 'endpoint', 'market'] as const)
    if (filter[name] !== undefined) add(`t.${name} IS ?`, filter[name])
  const { from, to } = filter
  if (from !== undefined) add('t."to" >= ?', from)
  if (to !== undefined) add('t."from" <= ? AND t."to" <= ?', to, addDays(to, longestTask))
}

/** A condition of `journalSchema.ts` on responses. */
const ofAnswers = (condition: string): string => condition.replace(/\b(kind|load)\b/g, 'a.$1')

export type JournalReader = ReturnType<typeof createJournalReader>

export function createJournalReader(database: DatabaseSync, folder: string, found = journalFormat) {
  const columns = responseColumnsOf(found)
  const byId = database.prepare(`SELECT ${columns} FROM answers a JOIN tasks t USING (key) WHERE a.id = ?`)
  const lastReadable = database.prepare(
    `SELECT ${columns} FROM answers a JOIN tasks t USING (key)
     WHERE a.key = ? AND a.part = 'answer' AND a.fault IS NULL AND a.kind NOT IN ('blocked', 'failed', 'held', 'lost')
     ORDER BY a.id DESC LIMIT 1`,
  )
  const outcomeByKey = database.prepare(`SELECT ${outcomeColumns} FROM tasks WHERE key = ? AND kind IS NOT NULL`)
  const newestDay = database.prepare(
    `SELECT "to" FROM tasks t WHERE dataset = ? AND publisher = ? AND endpoint = ? AND market IS ?
       AND kind IN ('rows', 'closed') AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.id = t.run AND r.kind = 'backfill')
     ORDER BY "to" DESC LIMIT 1`,
  )
  const recent = database.prepare(
    `SELECT avg(took_ms) AS ms FROM
     (SELECT took_ms FROM answers WHERE host = ? AND status IS NOT NULL ORDER BY id DESC LIMIT 50)`,
  )
  return {
    folder,
    /** The latest runs, newest first. */
    runs: (most: number) =>
      database
        .prepare(
          `SELECT id, kind, detail, started_at AS startedAt, ended_at AS endedAt, report FROM runs
           ORDER BY id DESC LIMIT ?`,
        )
        .all(most)
        .map((run) => ({ ...run, report: run.report === null ? null : JSON.parse(run.report as string) }) as Run),
    /** Responses without leads, oldest first. */
    responses(filter: ResponseFilter = {}): StoredResponse[] {
      const { dataset, run, key, kinds, isWaiting: waits = false, newest = false } = filter
      const conditions = createConditions()
      const { add, given } = conditions
      addTasks(conditions, filter)
      if (run !== undefined) add('a.run = ?', run)
      if (key !== undefined) add('a.key = ?', key)
      if (waits) add(ofAnswers(isWaiting))
      if (kinds !== undefined) add(oneOf('a.kind', kinds))
      if (kinds?.every((kind) => !isSuccess(kind))) add(ofAnswers(isUnsettled))
      if (newest)
        add(
          `NOT EXISTS (SELECT 1 FROM answers n WHERE n.key = a.key AND n.id > a.id AND n.part = 'answer'
             AND ${oneOf('n.kind', ['rows', 'closed', ...(kinds ?? [])])})`,
        )
      // CROSS JOIN keeps the order of the tables: a feed has few of all responses.
      const from =
        dataset !== undefined && !waits
          ? 'tasks t CROSS JOIN answers a ON a.key = t.key'
          : 'answers a CROSS JOIN tasks t ON t.key = a.key'
      return database
        .prepare(`SELECT ${columns} FROM ${from} WHERE a.part = 'answer'${conditions.sql()} ORDER BY a.id`)
        .all(...given) as unknown as StoredResponse[]
    },
    response: (id: number) => (byId.get(id) as unknown as StoredResponse | undefined) ?? null,
    /** The newest response of a task that its feed could read. */
    lastReadable: (key: string) => (lastReadable.get(key) as unknown as StoredResponse | undefined) ?? null,
    /** The latest outcome of each task. */
    outcomes(filter: OutcomeFilter = {}): StoredOutcome[] {
      const conditions = createConditions()
      addTasks(conditions, filter)
      if (filter.isUnsettled) conditions.add(isUnsettled)
      const index = filter.isUnsettled && filter.dataset === undefined ? 'INDEXED BY tasks_unsettled' : ''
      return database
        .prepare(
          `SELECT ${outcomeColumns} FROM tasks t ${index} WHERE kind IS NOT NULL${conditions.sql()} ORDER BY key`,
        )
        .all(...conditions.given) as unknown as StoredOutcome[]
    },
    /** The newest day that a feed has returned, in any run but a back-fill: that says nothing of later days. */
    newestDay({ publisher, dataset, endpoint, market }: FeedName): string | null {
      const found = newestDay.get(dataset, publisher, endpoint, market) as { to: string } | undefined
      return found?.to ?? null
    },
    outcome: (key: string) => (outcomeByKey.get(key) as unknown as StoredOutcome | undefined) ?? null,
    hosts: () =>
      database
        .prepare(
          'SELECT host, refusals, openings, open_until AS openUntil, reason, asked_at AS askedAt FROM hosts ORDER BY host',
        )
        .all() as unknown as HostState[],
    /** Every response with archived bytes, leads too, oldest first. */
    archived: () =>
      database
        .prepare(
          `SELECT a.id, a.key, t.dataset, t.market, t."from", t."to", a.asked_at AS askedAt, a.kind, a.file,
             a.load, t.kind AS "end"
           FROM answers a JOIN tasks t USING (key) WHERE a.file IS NOT NULL AND a.pruned_at IS NULL ORDER BY a.id`,
        )
        .iterate() as unknown as Iterable<ArchivedResponse>,
    /** The loads that responses are counted to, oldest first. */
    loads: () =>
      database
        .prepare('SELECT id, line, held, version FROM loads ORDER BY id')
        .all()
        .map(({ held, ...load }) => ({
          ...load,
          held: held === null ? null : JSON.parse(held as string),
        })) as StoredLoad[],
    /** Files that only pruned responses name. */
    prunedFiles: () =>
      database
        .prepare(
          `SELECT DISTINCT p.file FROM answers p WHERE p.pruned_at IS NOT NULL AND p.file IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM answers n WHERE n.file = p.file AND n.pruned_at IS NULL)`,
        )
        .all()
        .map(({ file }) => file as string),
    /** Average milliseconds of the host's latest responses; null if there are none. */
    recentResponseMs: (host: string) => (recent.get(host) as { ms: number | null }).ms,
    close: () => database.close(),
    [Symbol.dispose]: () => database.close(),
  }
}
