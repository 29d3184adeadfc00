import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type {
  ArchivedResponse,
  HostState,
  OutcomeFilter,
  ResponseFilter,
  Run,
  StoredLoad,
  StoredOutcome,
  StoredResponse,
} from './journalRecords.ts'
import { journalFormat, outcomeColumns, responseColumnsOf } from './journalSchema.ts'

const page = 500

/** SQL conditions on columns of tasks (`t`) or of answers (`a`). */
function conditions(
  { run, besides, key, publisher, dataset, kinds, from, to, unloaded, newest }: ResponseFilter,
  of: 'a' | 't',
) {
  const clauses: string[] = []
  const given: SQLInputValue[] = []
  const add = (sql: string, ...values: readonly SQLInputValue[]) => {
    clauses.push(sql)
    given.push(...values)
  }
  const oneOf = (column: string, values: readonly string[]) => `${column} IN (${values.map(() => '?').join(', ')})`
  if (run !== undefined) add(`${of}.run = ?`, run)
  if (besides !== undefined) add(`${of}.run NOT IN (SELECT id FROM runs WHERE kind = ?)`, besides)
  if (key !== undefined) add('a.key = ?', key)
  if (publisher !== undefined) add('t.publisher = ?', publisher)
  if (dataset !== undefined) add('t.dataset = ?', dataset)
  if (kinds !== undefined) add(oneOf(`${of}.kind`, kinds), ...kinds)
  if (from !== undefined) add('t."to" >= ?', from)
  if (to !== undefined) add('t."from" <= ?', to)
  if (unloaded) add('(a.load IS NULL OR a.load = 0)')
  if (newest) {
    const later = ['rows', 'closed', ...(kinds ?? [])]
    add(
      `NOT EXISTS (SELECT 1 FROM answers n WHERE n.key = a.key AND n.id > a.id AND n.part = 'answer' AND ${oneOf('n.kind', later)})`,
      ...later,
    )
  }
  return { sql: clauses.map((one) => ` AND ${one}`).join(''), given }
}

/** Runs a statement page by page, each after the key of the last row, so that rows may change on the way. */
function* pagesOf<Row, Key extends SQLInputValue>(
  statement: StatementSync,
  start: Key,
  keyOf: (row: Row) => Key,
  given: readonly SQLInputValue[] = [],
): Generator<Row, void, void> {
  let after = start
  for (;;) {
    const rows = statement.all(after, ...given) as unknown as Row[]
    yield* rows
    if (rows.length < page) return
    after = keyOf(rows.at(-1)!)
  }
}

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
    /** Responses without leads, oldest first; read in pages, so that they may be marked on the way. */
    responses(filter: ResponseFilter = {}) {
      const { sql, given } = conditions(filter, 'a')
      const next = database.prepare(
        `SELECT ${columns} FROM answers a JOIN tasks t USING (key)
         WHERE a.part = 'answer' AND a.id > ?${sql} ORDER BY a.id LIMIT ${page}`,
      )
      return pagesOf<StoredResponse, number>(next, 0, ({ id }) => id, given)
    },
    response: (id: number) => (byId.get(id) as unknown as StoredResponse | undefined) ?? null,
    /** The newest response of a task that its feed could read. */
    lastReadable: (key: string) => (lastReadable.get(key) as unknown as StoredResponse | undefined) ?? null,
    /** The latest outcome of each task. */
    outcomes(filter: OutcomeFilter = {}) {
      const { sql, given } = conditions(filter, 't')
      const next = database.prepare(
        `SELECT ${outcomeColumns} FROM tasks t WHERE kind IS NOT NULL AND key > ?${sql} ORDER BY key LIMIT ${page}`,
      )
      return pagesOf<StoredOutcome, string>(next, '', ({ key }) => key, given)
    },
    outcome: (key: string) => (outcomeByKey.get(key) as unknown as StoredOutcome | undefined) ?? null,
    hosts: () =>
      database
        .prepare(
          'SELECT host, refusals, openings, open_until AS openUntil, reason, asked_at AS askedAt FROM hosts ORDER BY host',
        )
        .all() as unknown as HostState[],
    /** Every response with archived bytes, leads too, oldest first. */
    archived() {
      const next = database.prepare(
        `SELECT a.id, a.key, t.dataset, t.market, t."from", t."to", a.asked_at AS askedAt, a.kind, a.file,
           a.load, t.kind AS "end"
         FROM answers a JOIN tasks t USING (key)
         WHERE a.file IS NOT NULL AND a.pruned_at IS NULL AND a.id > ? ORDER BY a.id LIMIT ${page}`,
      )
      return pagesOf<ArchivedResponse, number>(next, 0, ({ id }) => id)
    },
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
