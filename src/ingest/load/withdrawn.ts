import { type Dataset, isDated } from '../../catalogue/dataset.ts'
import { TaiwanStockDailyPriceLimit } from '../../catalogue/technical/TaiwanStockDailyPriceLimit.ts'
import { countRows, readRows } from '../../derive/rows.ts'
import { inlineSql } from '../../derive/sql.ts'
import { OperatorError } from '../../errors.ts'
import type { DraftTables } from '../../lake/draft.ts'
import { literal, quote } from '../../lake/schema.ts'
import type { Feed, Market } from '../../sources/feed.ts'
import type { StoredResponse } from '../fetching/journalRecords.ts'
import type { DayRange } from '../plan/taipeiDays.ts'
import type { QuarantineEntry } from '../rules/quarantine.ts'
import type { RefusedPart } from '../rules/rows.ts'
import type { FeedTable } from './combine.ts'
import { batchesOf, type FeedResponses, type ReadResponse, responseColumn, stagedDataset } from './staging.ts'

/**
 * Stored rows that a publisher no longer returns for their day. A few are a correction and are withdrawn; many are a
 * truncated table, and stay unless the operator allows their removal. The new rows of such a day are refused; those of
 * such a list of events are loaded, because each event stands for itself.
 */
export type WithdrawnRows = {
  readonly refused: readonly RefusedPart[]
  /** SQL condition of the rows to remove, and the first of their days. */
  readonly removal: { readonly condition: string; readonly rows: number; readonly since: string } | null
  /** Reasons why some days cannot be compared: their earlier responses are unreadable. */
  readonly undecided: readonly string[]
}

export const noneWithdrawn: WithdrawnRows = { refused: [], removal: null, undecided: [] }

/** This many rows may always be withdrawn, and this share of a day's rows. */
const few = 3
const share = 0.02
export const mostWithdrawn = (had: string): string => `greatest(${few}, ${share} * ${had})`

type WithdrawnInputs = {
  readonly draft: DraftTables
  readonly dataset: Dataset
  readonly feedResponses: readonly FeedResponses[]
  /** Their staged rows, in the same order. */
  readonly tables: readonly FeedTable[]
  readonly read: ReadResponse
  readonly isSole: (feed: Feed) => boolean
  /** Responses with unreadable rows, which may include the rows that seem to be gone. */
  readonly unreadable: ReadonlySet<number>
  /** Loaded responses of the feed that overlap these days. */
  readonly loadedOf: (feed: Feed, days: DayRange) => readonly StoredResponse[]
  /** The keys of events that an earlier list of the market left out and that stay. */
  readonly heldEvents: HeldEvents
  /** True if another machine may have loaded the rows: they can be withdrawn although this journal does not know them. */
  readonly hasOtherWriters: boolean
  /** True if the operator allows the removal of any number of rows. */
  readonly allowsRemoval: boolean
}

/** True if a response holds all rows of its market for each of its days; numbered rows are replaced by day instead. */
export const isComplete = (dataset: Dataset, feed: Feed): boolean =>
  isDated(dataset) &&
  !dataset.key.includes('seq') &&
  feed.role === 'rows' &&
  feed.each === 'market' &&
  (dataset.date === 'trade_date' || feed.wholeByDate)

/** True if the requested days are the days of the rows; otherwise the rows give the days. */
const isByQuestion = (dataset: Dataset, feed: Feed): boolean =>
  feed.wholeByDate || (feed.span !== 'latest' && dataset !== TaiwanStockDailyPriceLimit)

export async function findWithdrawn(options: WithdrawnInputs): Promise<WithdrawnRows> {
  const { draft, dataset, feedResponses, tables, isSole } = options
  const gone = `withdrawn_${dataset.name}`
  const key = dataset.key.map(quote).join(', ')
  const refused: RefusedPart[] = []
  const undecided: string[] = []
  if (!feedResponses.some(({ feed }) => isComplete(dataset, feed))) return noneWithdrawn
  await draft.run(`CREATE OR REPLACE TABLE ${quote(gone)} AS SELECT ${key} FROM ${quote(dataset.name)} LIMIT 0`)
  for (const [at, one] of feedResponses.entries())
    if (isComplete(dataset, one.feed) && isSole(one.feed))
      await compareWithEarlier(options, one, tables[at]!.table, gone, (part) => refused.push(part)).catch((error) => {
        if (!(error instanceof OperatorError)) throw error
        undecided.push(`whether rows are withdrawn cannot be told: ${error.message}`)
      })
  const date = quote(dataset.date)
  const [found] = await readRows<{ rows: number; since: string; until: string }>(
    draft,
    `SELECT CAST(count(*) AS DOUBLE) AS rows, CAST(min(${date}) AS VARCHAR) AS since, CAST(max(${date}) AS VARCHAR) AS until
     FROM ${quote(gone)}`,
  )
  const { rows, since, until } = found!
  if (rows === 0) return { refused, undecided, removal: null }
  // The date range comes first, so that few stored rows are compared.
  const condition = `${date} BETWEEN DATE ${literal(since)} AND DATE ${literal(until)} AND (${key}) IN (SELECT (${key}) FROM ${quote(gone)})`
  return { refused, undecided, removal: { condition, rows, since } }
}

/** Adds the rows that a feed no longer returns to the table, or refuses the new rows of their day. */
async function compareWithEarlier(
  { draft, dataset, tables, read, unreadable, loadedOf, heldEvents, hasOtherWriters, allowsRemoval }: WithdrawnInputs,
  { feed, responses }: FeedResponses,
  table: string,
  gone: string,
  refuse: (part: RefusedPart) => void,
): Promise<void> {
  const judged = responses.filter(({ id }) => !unreadable.has(id))
  if (judged.length === 0) return
  const [date, key] = [quote(dataset.date), dataset.key.map(quote).join(', ')]
  const byQuestion = isByQuestion(dataset, feed)
  const windows = byQuestion
    ? inlineSql(
        { response: 'BIGINT', f: 'DATE', t: 'DATE' },
        judged.map(({ id, from, to }) => [id, from, to]),
      )
    : `(SELECT DISTINCT ${responseColumn} AS response, ${date} AS f, ${date} AS t FROM ${quote(table)}
        WHERE ${responseColumn} IN (${judged.map(({ id }) => id).join(', ')}))`
  const [bounds] = await readRows<{ from: string | null; to: string | null }>(
    draft,
    `SELECT CAST(min(f) AS VARCHAR) AS "from", CAST(max(t) AS VARCHAR) AS "to" FROM ${windows} w`,
  )
  const { from, to } = bounds!
  if (from === null || to === null) return
  const market = 'market' in dataset.columns && feed.market !== null ? `AND e.market = ${literal(feed.market)}` : ''
  const here = tables.map((one) => `SELECT ${key} FROM ${quote(one.table)}`).join(' UNION ALL ')
  const stored = `(SELECT * FROM ${quote(dataset.name)} e WHERE ${date} BETWEEN DATE ${literal(from)} AND DATE ${literal(to)} ${market})`
  const absent = `absent_${dataset.name}`
  await draft.run(
    `CREATE OR REPLACE TABLE ${quote(absent)} AS SELECT ${key}, max(w.response) AS ${responseColumn}
     FROM ${stored} e
     JOIN ${windows} w ON e.${date} BETWEEN w.f AND w.t ANTI JOIN (${here}) h USING (${key}) GROUP BY ALL`,
  )
  const before = `before_${dataset.name}`
  try {
    if ((await countRows(draft, quote(absent))) === 0) return
    const loaded = loadedOf(feed, byQuestion ? { from, to } : spanOf(judged)).filter(
      ({ id }) => !responses.some((response) => response.id === id),
    )
    const newest = Math.max(...judged.map(({ id }) => id))
    const staged = stagedDataset(feed)
    async function* rowsOf() {
      for (const response of loaded.filter(({ id }) => id < newest)) {
        const outcome = await read(response, feed)
        if (outcome.kind === 'lost') throw new OperatorError(outcome.reason)
        if (outcome.kind === 'rows') yield { id: response.id, rows: outcome.rows }
      }
    }
    const prior = hasOtherWriters ? null : await draft.stage(staged, batchesOf(staged, rowsOf()))
    const known = prior ? quote(prior.table) : `(SELECT *, 0 AS ${responseColumn} FROM ${stored})`
    await draft.run(`CREATE OR REPLACE TABLE ${quote(before)} AS SELECT * FROM ${known}`)
    await prior?.drop()
    // A row that a later response returned is not withdrawn when an older one is read again.
    const later = loaded.map(
      ({ id, from: f, to: t }) =>
        `(a.${responseColumn} < ${id} AND a.${date} BETWEEN DATE ${literal(f)} AND DATE ${literal(t)})`,
    )
    const on = dataset.key.map((name) => `p.${quote(name)} = a.${quote(name)}`).join(' AND ')
    await draft.run(
      `DELETE FROM ${quote(absent)} a WHERE ${later.length > 0 ? `${later.join(' OR ')} OR` : ''}
       NOT EXISTS (SELECT 1 FROM ${quote(before)} p WHERE ${on} AND p.${responseColumn} < a.${responseColumn})`,
    )
    // Daily rows are compared by day, events by response.
    const isDaily = dataset.date === 'trade_date'
    const held = isDaily ? null : heldEvents.get(listKey(dataset, feed).market)
    const partSql = isDaily ? `CAST(${date} AS VARCHAR)` : `CAST(${responseColumn} AS VARCHAR)`
    const parts = await readRows<{ part: string; id: number; rows: number }>(
      draft,
      `SELECT ${partSql} AS part, CAST(max(${responseColumn}) AS DOUBLE) AS id, CAST(count(*) AS DOUBLE) AS rows
       FROM ${quote(absent)} GROUP BY 1 ORDER BY 1`,
    )
    for (const { part, id, rows } of parts) {
      const response = judged.find((one) => one.id === id)!
      const within = isDaily
        ? `${date} = DATE ${literal(part)}`
        : `${date} BETWEEN DATE ${literal(response.from)} AND DATE ${literal(response.to)}`
      const [counts] = await readRows<{ had: number; came: number }>(
        draft,
        `SELECT (SELECT CAST(count(*) AS DOUBLE) FROM (SELECT DISTINCT ${key} FROM ${quote(before)} WHERE ${within})) AS had,
           (SELECT CAST(count(*) AS DOUBLE) FROM ${quote(table)} WHERE ${within}) AS came`,
      )
      const { had, came } = counts!
      const condition = isDaily ? within : `${responseColumn} = ${response.id}`
      const keys = await readRows<{ key: string }>(
        draft,
        `SELECT concat_ws(' ', ${dataset.key.map((name) => `CAST(${quote(name)} AS VARCHAR)`).join(', ')}) AS key
         FROM ${quote(absent)} WHERE ${condition} ORDER BY ALL`,
      )
      const lost = keys.map((one) => one.key)
      // As the window of a list moves on, ever fewer of the lost events are in it.
      const isHeld = lost.some((one) => held?.has(one))
      if (allowsRemoval || (came > 0 && !isHeld && rows <= Math.max(few, had * share)))
        await draft.run(`INSERT INTO ${quote(gone)} SELECT ${key} FROM ${quote(absent)} WHERE ${condition}`)
      else {
        if (!feed.wholeByDate) await draft.run(`DELETE FROM ${quote(table)} WHERE ${condition}`)
        refuse(refusalOf(dataset, feed, { date: isDaily ? part : null, response, had, came, lost }))
      }
    }
  } finally {
    for (const made of [absent, before]) await draft.run(`DROP TABLE IF EXISTS ${quote(made)}`)
  }
}

const spanOf = (responses: readonly StoredResponse[]): DayRange => {
  const days = responses.flatMap(({ from, to }) => [from, to]).sort()
  return { from: days[0]!, to: days.at(-1)! }
}

type LostRows = {
  readonly date: string | null
  readonly response: StoredResponse
  readonly had: number
  readonly came: number
  /** The keys of the rows that the publisher leaves out. */
  readonly lost: readonly string[]
}

/** By market: keys of events, of which one part is a date. */
export type HeldEvents = ReadonlyMap<string | null, ReadonlySet<string>>

/** The events that refused lists in the open quarantine have left out. */
export function heldEventsOf(entries: readonly Pick<QuarantineEntry, 'rule' | 'key' | 'row'>[]): HeldEvents {
  const held = new Map<string | null, Set<string>>()
  for (const { rule, key, row } of entries) {
    const { market, date } = JSON.parse(key)
    const { lost = [] } = JSON.parse(row)
    if (rule === 'shrinking_history' && date === null) held.set(market, new Set([...(held.get(market) ?? []), ...lost]))
  }
  return held
}

/** True if these responses cover the days of all these events. */
export const coversEvents = (responses: readonly DayRange[], events: ReadonlySet<string>): boolean =>
  [...events].every((key) => {
    const [day] = /\d{4}-\d{2}-\d{2}/.exec(key) ?? ['']
    return responses.some(({ from, to }) => from <= day && day <= to)
  })

/** The quarantine key of a list of events. */
export const listKey = (dataset: Dataset, { market }: Feed): { market: Market | null; date: null } => ({
  market: 'market' in dataset.columns ? market : null,
  date: null,
})

const mostNamed = 5

function refusalOf(dataset: Dataset, feed: Feed, { date, response, had, came, lost }: LostRows): RefusedPart {
  const days = date ?? `${response.from} to ${response.to}`
  const rows = feed.wholeByDate ? 'they stay, and its other rows are loaded' : 'none of what it tells now is loaded'
  const named = `${lost.slice(0, mostNamed).join(', ')}${lost.length > mostNamed ? ' …' : ''}`
  const allow = `formosa replay --origin live --only ${dataset.name} --from ${response.to} --to ${response.to} --allow-removals`
  return {
    dataset: dataset.name,
    rule: 'shrinking_history',
    message: `${feed.publisher.id} ${feed.endpoint} leaves out ${lost.length} of ${had} rows that it told of ${days}: ${rows}; left out are ${named}; to remove them: ${allow}`,
    ...{ ...listKey(dataset, feed), date },
    ...{ had, came, lost },
  }
}
