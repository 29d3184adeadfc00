import { columnsOf, type Dataset, isDated } from '../../catalogue/dataset.ts'
import { TaiwanStockOverview } from '../../catalogue/technical/TaiwanStockOverview.ts'
import { TaiwanStockOverviewIncludeWarrant } from '../../catalogue/technical/TaiwanStockOverviewIncludeWarrant.ts'
import { countRows, readRows } from '../../derive/rows.ts'
import type { DraftTables } from '../../lake/draft.ts'
import { type Change, noChange, sumOf } from '../../lake/manifest.ts'
import { literal, quote } from '../../lake/schema.ts'
import type { Calendar, Feed } from '../../sources/feed.ts'
import { asStored } from '../../sources/statements/cumulative.ts'
import type { TaskOutcome } from '../fetching/finishedTasks.ts'
import type { StoredResponse } from '../fetching/journalRecords.ts'
import type { DayRange } from '../plan/taipeiDays.ts'
import { type CheckResult, checkRows } from '../rules/check.ts'
import type { RefusedPart, RejectedRow } from '../rules/rows.ts'
import { keyText, keyTextSql, keyTextsSql, type QuarantineKey, settledKeys } from '../rules/settle.ts'
import { combinedSql, completeRowsSql, type FeedTable, fillAllColumns, incompleteSql } from './combine.ts'
import { adoptIssueKeysSql, updateColumns } from './computedColumns.ts'
import type { FindExSecurities } from './exDays.ts'
import { countsOf, findIncomplete, hasSteadyRows, type IncompleteResponse } from './incomplete.ts'
import { isBeneath, isWithinDays } from './slices.ts'
import { batchesOf, type FeedResponses, type ReadResponse, responseColumn, stagedDataset } from './staging.ts'
import { markUnchangedPrices } from './unchangedPrices.ts'
import {
  coversEvents,
  findWithdrawn,
  type HeldEvents,
  isComplete,
  listKey,
  mostWithdrawn,
  noneWithdrawn,
  type WithdrawnRows,
} from './withdrawn.ts'

export type DatasetLoad = {
  readonly change: Change
  /** Rows received; those not loaded are rejected, refused with their day, or waiting for other columns. */
  readonly came: number
  readonly rejectedRows: number
  readonly waitingRows: number
  readonly rejected: readonly { readonly entry: RejectedRow | RefusedPart; readonly response: number | null }[]
  readonly refused: readonly RefusedPart[]
  /** Responses with incomplete rows, to be loaded again with later ones. */
  readonly waiting: readonly number[]
  /** Column titles that the feed does not know. */
  readonly unread: readonly string[]
  /** Responses that are read differently than when they came. */
  readonly reread: readonly { readonly response: StoredResponse; readonly outcome: TaskOutcome }[]
  /** Quarantine keys that good rows replaced. */
  readonly settled: readonly QuarantineKey[]
  /** The earliest day with a changed row; null if no row changed. */
  readonly since: string | null
  /** Rows the publisher has withdrawn, and the first of their days. */
  readonly withdrawn: number
  readonly withdrawnSince: string | null
  /** Days whose withdrawals cannot be determined, each with the reason. */
  readonly undecided: readonly string[]
  /** Responses with far fewer rows than the day before; they are requested again. */
  readonly incomplete: readonly IncompleteResponse[]
  /** Warnings about loaded rows. */
  readonly doubts: readonly string[]
}

export const emptyLoad: DatasetLoad = {
  ...{ change: noChange, came: 0, rejectedRows: 0, waitingRows: 0, withdrawn: 0, since: null, withdrawnSince: null },
  ...{ rejected: [], refused: [], waiting: [], unread: [], reread: [], settled: [], undecided: [], doubts: [] },
  incomplete: [],
}

const earliest = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b < a) ? b : a)

/** Loads of one dataset together. */
export function sumOfLoads(before: DatasetLoad | undefined, one: DatasetLoad): DatasetLoad {
  if (before === undefined) return one
  const both = Object.entries(one).map(([name, value]) => {
    const other = before[name as keyof DatasetLoad]
    return [
      name,
      Array.isArray(value) ? [...(other as []), ...value] : typeof value === 'number' ? value + Number(other) : null,
    ]
  })
  return {
    ...(Object.fromEntries(both) as DatasetLoad),
    change: sumOf(before.change, one.change),
    unread: [...new Set([...before.unread, ...one.unread])],
    doubts: [...new Set([...before.doubts, ...one.doubts])],
    since: earliest(before.since, one.since),
    withdrawnSince: earliest(before.withdrawnSince, one.withdrawnSince),
  }
}

type DatasetLoadOptions = {
  readonly draft: DraftTables
  readonly dataset: Dataset
  /** Best feed first. */
  readonly feedResponses: readonly FeedResponses[]
  readonly read: ReadResponse
  readonly calendar: Calendar
  /** True if the feed alone covers its market, so that fewer rows than before are suspicious. */
  readonly isSole: (feed: Feed) => boolean
  /** Markets that are requested for the dataset. */
  readonly markets: number
  /** Open quarantine keys of the dataset. */
  readonly quarantined: readonly QuarantineKey[]
  readonly heldEvents: HeldEvents
  /** Loaded responses of a feed that overlap these days. */
  readonly loadedOf: (feed: Feed, days: DayRange) => readonly StoredResponse[]
  readonly exOn: FindExSecurities
  /** True if another machine may have loaded any of the stored rows, and nobody has imported them. */
  readonly hasOtherWriters: boolean
  /** True if the operator allows the removal of any number of rows. */
  readonly allowsRemoval: boolean
}

/** True if every market returned the same days; without a market column, only then is a day complete. */
const isEveryMarket = (feedResponses: readonly FeedResponses[], markets: number): boolean =>
  feedResponses.length === markets &&
  new Set(
    feedResponses.map(({ responses }) => [...new Set(responses.map(({ from, to }) => `${from} ${to}`))].sort().join()),
  ).size === 1

/** Reads responses, and collects their rejected rows, unknown titles and new outcomes. */
function createRowReader(dataset: Dataset, read: ReadResponse) {
  const tally = {
    came: 0,
    unread: new Set<string>(),
    reread: [] as DatasetLoad['reread'][number][],
    rejected: [] as DatasetLoad['rejected'][number][],
    settled: [] as QuarantineKey[],
    /** Responses with unreadable rows. */
    unreadable: new Set<number>(),
    /** Rows of each response by type of security. */
    counts: new Map<number, ReturnType<typeof countsOf>>(),
  }
  async function* rowsOf({ feed, responses }: FeedResponses) {
    for (const response of responses) {
      const outcome = await read(response, feed)
      if (outcome.kind !== 'rows') {
        tally.reread.push({ response, outcome })
        continue
      }
      for (const title of outcome.unread) tally.unread.add(title)
      for (const { column, why, cells, refusedBy } of outcome.rejected) {
        const row = Object.fromEntries(cells.map((cell, at) => [String(at + 1), cell]))
        // The row has no readable key; the key of its task stands in.
        const key = { question: response.key }
        const entry = { dataset: dataset.name, rule: refusedBy ?? 'unreadable', message: `${column} ${why}`, key, row }
        tally.rejected.push({ entry, response: response.id })
      }
      if (outcome.rejected.length === 0) tally.settled.push({ question: response.key })
      else tally.unreadable.add(response.id)
      if (hasSteadyRows(feed)) tally.counts.set(response.id, countsOf(feed, outcome.rows))
      tally.came += outcome.rows.length + outcome.rejected.length
      yield { id: response.id, rows: feed.role === 'cumulative' ? asStored(outcome.rows) : outcome.rows }
    }
  }
  return { rowsOf, tally }
}

/** Removes rows that lack a required value from the table; returns their number, and the responses to load again. */
async function removeIncomplete(draft: DraftTables, dataset: Dataset, table: string, tables: readonly FeedTable[]) {
  const incomplete = incompleteSql(dataset)
  const waitingRows = await countRows(draft, `${quote(table)} WHERE ${incomplete}`)
  const waiting = new Set<number>()
  if (waitingRows === 0) return { waitingRows, waiting }
  const key = dataset.key.map(quote).join(', ')
  // Undated rows are not kept for later, because they would overwrite newer ones.
  if (isDated(dataset))
    for (const one of tables) {
      const rows = await readRows<{ id: number }>(
        draft,
        `SELECT DISTINCT CAST(${responseColumn} AS DOUBLE) AS id FROM ${quote(one.table)} SEMI JOIN
         (SELECT ${key} FROM ${quote(table)} WHERE ${incomplete}) USING (${key})`,
      )
      for (const { id } of rows) waiting.add(id)
    }
  const complete = quote(`${table}_whole`)
  await draft.run(`CREATE OR REPLACE TABLE ${complete} AS SELECT * FROM ${quote(table)} WHERE NOT (${incomplete})`)
  await draft.run(`DROP TABLE ${quote(table)}`)
  await draft.run(`ALTER TABLE ${complete} RENAME TO ${quote(table)}`)
  return { waitingRows, waiting }
}

/** Loads the rows of one dataset into the draft: reads, combines, completes, checks and stores them. */
export async function loadDataset(options: DatasetLoadOptions): Promise<DatasetLoad> {
  const { draft, dataset, feedResponses, read, calendar, isSole, markets, quarantined, heldEvents, loadedOf } = options
  const { exOn, hasOtherWriters, allowsRemoval } = options
  const loaded = feedResponses.flatMap(({ feed, responses }) => responses.map((response) => ({ feed, response })))
  // All of a slice are, or none is.
  const isAllBeneath = loaded.some(isBeneath)
  const { rowsOf, tally } = createRowReader(dataset, read)
  const tables: FeedTable[] = []
  for (const one of feedResponses) {
    const staged = stagedDataset(one.feed)
    const { table } = await draft.stage(staged, batchesOf(staged, rowsOf(one)))
    await markUnchangedPrices({ draft, feed: one.feed, table, calendar, exOn })
    const fills = Object.keys(staged.columns).filter((name) => name !== responseColumn)
    tables.push({ table, fills, repeats: await mayRepeat(draft, dataset, table) })
  }
  if (dataset === TaiwanStockOverviewIncludeWarrant)
    for (const { table } of tables) {
      const others = tables.map((other) => other.table).filter((other) => other !== table)
      await draft.run(adoptIssueKeysSql(table, others))
    }

  const { unreadable, counts } = tally
  const incomplete: IncompleteResponse[] = []
  const storedBefore = async ({ market }: Feed, { from, to }: DayRange) => {
    const sql = storedBeforeSql(dataset, market, from, to)
    return (
      (await readRows<{ day: string; rows: number }>(draft.reading([dataset, TaiwanStockOverview]), sql))[0] ?? null
    )
  }
  for (const one of feedResponses)
    incomplete.push(...(await findIncomplete({ ...one, counts, read, loadedOf, storedBefore })))
  // Details of single events add columns, not rows.
  const lists = feedResponses.filter(({ feed }) => feed.detailOf === undefined)
  // Without a market column, the stored rows of a day are those of every market.
  const isMarketKnown = 'market' in dataset.columns || isEveryMarket(lists, markets)
  const withdrawn = isAllBeneath
    ? noneWithdrawn
    : await findWithdrawn({
        ...{ draft, dataset, feedResponses, tables, read, isSole, unreadable, loadedOf },
        ...{ heldEvents, allowsRemoval, hasOtherWriters: hasOtherWriters && isMarketKnown },
      })
  const isDaily =
    dataset.date === 'trade_date' && feedResponses.every(({ feed }) => isComplete(dataset, feed) && isSole(feed))
  const table = `to_load_${dataset.name}`
  const select = fillAllColumns(dataset, tables) ? completeRowsSql(dataset, tables) : combinedSql(dataset, tables)
  await draft.run(
    `CREATE OR REPLACE TABLE ${quote(table)} AS ${isAllBeneath ? lackingSql(dataset, select, isDaily) : select}`,
  )
  await updateColumns(draft, dataset, table)
  const { waitingRows, waiting } = await removeIncomplete(draft, dataset, table, tables)

  const isWhole =
    !isAllBeneath &&
    lists.length > 0 &&
    isDated(dataset) &&
    lists.every(({ feed }) => feed.role === 'rows' && isSole(feed) && !feed.inParts) &&
    // After one market was refused, the rest of a day is incomplete.
    ('market' in dataset.columns || (isMarketKnown && withdrawn.refused.length === 0))
  const feeds = feedResponses.map(({ feed }) => feed)
  const requested = isWithinDays(dataset, feeds) ? loaded.map(({ response }) => response) : null
  // Lists of events are compared row by row above.
  const mayShrink = allowsRemoval || lists.every(({ feed }) => feed.wholeByDate)
  const checked = await checkRows(draft, { dataset, table, calendar, requested, isWhole: isWhole && !mayShrink })
  const responseOf = await findResponses(draft, dataset, tables, checked.rejected)
  const refused = [...withdrawn.refused, ...checked.refused]
  const rejected = [
    ...tally.rejected,
    ...checked.rejected.map((entry) => ({ entry, response: responseOf(entry) })),
    ...refused.map((entry) => ({ entry, response: null })),
  ]
  const wholeLists = lists.flatMap(({ feed, responses }) => {
    const key = listKey(dataset, feed)
    const isRefused = isAllBeneath || !feed.wholeByDate || refused.some(({ market }) => market === key.market)
    return !isRefused && coversEvents(responses, heldEvents.get(key.market) ?? new Set()) ? [key] : []
  })
  const settled = [...tally.settled, ...wholeLists, ...(await settledKeys(draft, dataset, checked.good, quarantined))]
  const { since, change } = await storeGoodRows(draft, dataset, checked, isWhole, withdrawn.removal)
  for (const made of [...tables.map((one) => one.table), table, `withdrawn_${dataset.name}`])
    await draft.run(`DROP TABLE IF EXISTS ${quote(made)}`)
  return {
    ...emptyLoad,
    ...{ change, came: tally.came, rejected, refused, waitingRows, settled, reread: tally.reread },
    rejectedRows: rejected.length - refused.length,
    waiting: [...waiting],
    unread: [...tally.unread],
    since: since !== null && !isDated(dataset) ? draft.through : since,
    withdrawn: withdrawn.removal?.rows ?? 0,
    withdrawnSince: withdrawn.removal?.since ?? null,
    undecided: withdrawn.undecided,
    incomplete,
    doubts: [
      ...incomplete.map(({ feed, reason }) => `${feed.publisher.id} ${feed.endpoint}: ${reason}`),
      ...checked.doubts,
    ],
  }
}

/**
 * SQL: the rows that the lake lacks; numbered rows have no identity of their own, so it lacks their day or has it. Of a
 * day that the lake has, a few rows of a complete response are lacking because they were withdrawn.
 */
function lackingSql(dataset: Dataset, select: string, isComplete: boolean): string {
  const day = ['market', dataset.date]
    .filter((name) => name in dataset.columns)
    .map(quote)
    .join(', ')
  const stored = quote(dataset.name)
  const names = dataset.key.includes('seq') ? day : dataset.key.map(quote).join(', ')
  const lacking = `SELECT * FROM (${select}) t ANTI JOIN (SELECT DISTINCT ${names} FROM ${stored}) e USING (${names})`
  if (!isComplete) return lacking
  return `SELECT l.* FROM (${lacking}) l LEFT JOIN (SELECT ${day}, count(*) AS __had FROM ${stored} GROUP BY ALL) USING (${day})
    QUALIFY __had IS NULL OR count(*) OVER (PARTITION BY ${day}) > ${mostWithdrawn('__had')}`
}

/** SQL: the last day before `to` with rows of a market, and their number. */
function storedBeforeSql(dataset: Dataset, market: Feed['market'], from: string, to: string): string {
  const date = quote(dataset.date)
  const isOf = `market = ${literal(market ?? '')}`
  const listed = `stock_id IN (SELECT stock_id FROM ${quote(TaiwanStockOverview.name)} WHERE ${isOf})`
  const ofMarket =
    market === null ? 'true' : 'market' in dataset.columns ? isOf : dataset.id === 'stock_id' ? listed : 'true'
  return `SELECT CAST(${date} AS VARCHAR) AS day, CAST(count(*) AS DOUBLE) AS rows FROM ${quote(dataset.name)}
    WHERE ${date} >= DATE ${literal(from)} AND ${date} < DATE ${literal(to)} AND ${ofMarket} GROUP BY 1 ORDER BY 1 DESC LIMIT 1`
}

/** True if responses in a table may hold the same rows; responses with disjoint days do not. */
async function mayRepeat(draft: DraftTables, { key, date }: Dataset, table: string): Promise<boolean> {
  if (!key.includes(date))
    return (await countRows(draft, `(SELECT DISTINCT ${responseColumn} FROM ${quote(table)})`)) > 1
  const days = `SELECT min(${quote(date)}) AS first, max(${quote(date)}) AS last FROM ${quote(table)} GROUP BY ${responseColumn}`
  const before = 'max(last) OVER (ORDER BY first, last ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)'
  return (await countRows(draft, `(SELECT first, ${before} AS before FROM (${days})) WHERE first <= before`)) > 0
}

const same = (names: readonly string[], is: '=' | 'IS NOT DISTINCT FROM'): string =>
  names.map((name) => `g.${quote(name)} ${is} e.${quote(name)}`).join(' AND ')

/** Stores the good rows, unless the lake already has them unchanged. */
async function storeGoodRows(
  draft: DraftTables,
  dataset: Dataset,
  { good, goodRows }: CheckResult,
  isWhole: boolean,
  removal: WithdrawnRows['removal'],
) {
  if (goodRows === 0 && removal === null) return { since: null, change: noChange }
  const columns = columnsOf(dataset).map(([name]) => name)
  const names = columns.map(quote).join(', ')
  const date = quote(dataset.date)
  const [days] = await readRows<{ from: string; to: string }>(
    draft,
    `SELECT CAST(min(${date}) AS VARCHAR) AS "from", CAST(max(${date}) AS VARCHAR) AS "to" FROM (${good})`,
  )
  const nearby =
    isDated(dataset) && goodRows > 0
      ? `${date} BETWEEN DATE ${literal(days!.from)} AND DATE ${literal(days!.to)}`
      : 'true'
  const [first] = await readRows<{ day: string | null }>(
    draft,
    `WITH good AS (${good}) SELECT CAST(min(g.${date}) AS VARCHAR) AS day
     FROM good g LEFT JOIN (SELECT ${names}, true AS __here FROM ${quote(dataset.name)} WHERE ${nearby}) e ON ${same(dataset.key, '=')}
     WHERE e.__here IS NULL OR NOT (${same(columns, 'IS NOT DISTINCT FROM')})`,
  )
  const since = first!.day
  if (removal !== null)
    return {
      since: since !== null && since < removal.since ? since : removal.since,
      change: await draft.upsert(dataset, good, removal.condition),
    }
  if (!isWhole || !dataset.key.includes('seq'))
    return { since, change: since === null ? noChange : await draft.upsert(dataset, good) }
  // Numbered rows have no identity of their own: the rows of a day are replaced together.
  const list = (names: readonly string[]) => `(${names.map(quote).join(', ')})`
  const day = ['market', dataset.date].filter((name) => name in dataset.columns)
  const gone = `${nearby} AND ${list(day)} IN (SELECT DISTINCT ${list(day)} FROM (${good}))
    AND ${list(dataset.key)} NOT IN (SELECT ${list(dataset.key)} FROM (${good}))`
  const hasGone = (await countRows(draft, `${quote(dataset.name)} WHERE ${gone}`)) > 0
  if (since === null && !hasGone) return { since, change: noChange }
  return { since, change: await draft.upsert(dataset, good, hasGone ? gone : null) }
}

/** Finds the response that each rejected row came with. */
async function findResponses(
  draft: DraftTables,
  dataset: Dataset,
  tables: readonly FeedTable[],
  rejected: readonly RejectedRow[],
) {
  const textOf = ({ key }: RejectedRow) => keyText(dataset.key.map((name) => key[name]))
  const found = new Map<string, number>()
  if (rejected.length > 0)
    for (const { table } of [...tables].reverse()) {
      const rows = await readRows<{ key_text: string; id: number }>(
        draft,
        `SELECT key_text, CAST(max(${responseColumn}) AS DOUBLE) AS id FROM
         (SELECT ${keyTextSql(dataset, dataset.key)} AS key_text, ${responseColumn} FROM ${quote(table)})
         SEMI JOIN ${keyTextsSql(rejected.map(textOf))} USING (key_text) GROUP BY ALL`,
      )
      for (const { key_text, id } of rows) found.set(key_text, id)
    }
  return (row: RejectedRow): number | null => found.get(textOf(row)) ?? null
}
