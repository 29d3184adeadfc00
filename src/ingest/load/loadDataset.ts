import { columnsOf, type Dataset, isDated } from '../../catalogue/dataset.ts'
import { TaiwanStockDailyPriceLimit } from '../../catalogue/technical/TaiwanStockDailyPriceLimit.ts'
import { TaiwanStockOverviewIncludeWarrant } from '../../catalogue/technical/TaiwanStockOverviewIncludeWarrant.ts'
import { inlineSql } from '../../derive/sql.ts'
import type { Batch } from '../../lake/batch.ts'
import type { Draft } from '../../lake/draft.ts'
import { type Change, noChange } from '../../lake/manifest.ts'
import { quote } from '../../lake/schema.ts'
import type { Calendar, Feed } from '../../sources/feed.ts'
import type { Outcome } from '../../sources/outcome.ts'
import { asStored } from '../../sources/statements/cumulative.ts'
import type { StoredResponse } from '../fetching/journalRecords.ts'
import { inParts } from '../plan/feedExceptions.ts'
import { type CheckResult, checkRows } from '../rules/check.ts'
import type { RefusedPart, RejectedRow } from '../rules/rows.ts'
import { combinedSql, completeRowsSql, type FeedTable, fillAllColumns, incompleteSql } from './combine.ts'
import { adoptIssueKeysSql, columnUpdates } from './computedColumns.ts'
import type { FindExSecurities } from './exDays.ts'
import type { FeedResponses, ReadResponse } from './feedResponses.ts'
import { batchOf, responseColumn, stagedDataset } from './staging.ts'
import { markUnchangedPrices } from './unchangedPrices.ts'
import { findWithdrawn, type WithdrawnRows } from './withdrawn.ts'

type QuarantineKey = Readonly<Record<string, string | null>>

/** The result of loading one dataset. */
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
  readonly reread: readonly { readonly response: StoredResponse; readonly outcome: Outcome }[]
  /** Quarantine keys that good rows replaced. */
  readonly settled: readonly QuarantineKey[]
  /** The earliest day with a changed row; null if no row changed. */
  readonly since: string | null
  /** Rows the publisher has withdrawn, and the first of their days. */
  readonly withdrawn: number
  readonly withdrawnSince: string | null
  /** Days whose withdrawals cannot be determined, each with the reason. */
  readonly undecided: readonly string[]
  /** Warnings about loaded rows. */
  readonly doubts: readonly string[]
}

type DatasetLoadOptions = {
  readonly draft: Draft
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
  /** Loaded responses of a feed that overlap these days. */
  readonly loadedOf: (feed: Feed, days: { readonly from: string; readonly to: string }) => readonly StoredResponse[]
  readonly exOn: FindExSecurities
}

/** Separates the parts of a key; occurs in none of them. */
const mark = '\u001f'

const count = async (draft: Draft, from: string): Promise<number> =>
  ((await draft.columns(`SELECT CAST(count(*) AS DOUBLE) AS n FROM ${from}`)).n as Float64Array)[0]!

/** True if every market returned the same days; without a market column, only then is a day complete. */
const isEveryMarket = (feedResponses: readonly FeedResponses[], markets: number): boolean =>
  feedResponses.length === markets &&
  new Set(
    feedResponses.map(({ responses }) => [...new Set(responses.map(({ from, to }) => `${from} ${to}`))].sort().join()),
  ).size === 1

const tellsInParts = ({ dataset, publisher, endpoint }: Feed): boolean =>
  inParts.has(`${dataset.name} ${publisher.id} ${endpoint}`)

/** The requested days, if every row must be dated within them. */
const askedDays = (dataset: Dataset, feedResponses: readonly FeedResponses[]) =>
  dataset.date === 'trade_date' &&
  dataset !== TaiwanStockDailyPriceLimit &&
  feedResponses.every(({ feed: { span } }) => span === 'day' || span === 'month' || span === 'range')
    ? feedResponses.flatMap(({ responses }) => responses.map(({ from, to }) => ({ from, to })))
    : null

/** Loads the rows of one dataset into the draft: reads, combines, completes, checks and stores them. */
export async function loadDataset({
  draft,
  dataset,
  feedResponses,
  read,
  calendar,
  isSole,
  markets,
  quarantined,
  loadedOf,
  exOn,
}: DatasetLoadOptions): Promise<DatasetLoad> {
  const unread = new Set<string>()
  const held = new Set<number>()
  const reread: DatasetLoad['reread'][number][] = []
  const rejected: DatasetLoad['rejected'][number][] = []
  const settled: QuarantineKey[] = []
  const unreadable = new Set<number>()
  let came = 0
  let waitingRows = 0

  async function* batches({ feed, responses }: FeedResponses, staged: Dataset): AsyncGenerator<Batch> {
    for (const response of responses) {
      const outcome = await read(response, feed)
      if (outcome.kind !== 'rows') {
        reread.push({ response, outcome })
        continue
      }
      for (const title of outcome.unread) unread.add(title)
      for (const { column, why, cells, refusedBy } of outcome.rejected)
        rejected.push({
          entry: {
            dataset: dataset.name,
            rule: refusedBy ?? 'unreadable',
            message: `${column} ${why}`,
            // The row has no readable key; the key of its task stands in.
            key: { question: response.key },
            row: Object.fromEntries(cells.map((cell, at) => [String(at + 1), cell])),
          },
          response: response.id,
        })
      if (outcome.rejected.length === 0) settled.push({ question: response.key })
      else unreadable.add(response.id)
      came += outcome.rows.length + outcome.rejected.length
      yield batchOf(staged, feed.role === 'cumulative' ? asStored(outcome.rows) : outcome.rows, response.id)
    }
  }

  const tables: FeedTable[] = []
  for (const one of feedResponses) {
    const staged = stagedDataset(one.feed)
    const { table } = await draft.stage(staged, batches(one, staged))
    await markUnchangedPrices({ draft, feed: one.feed, table, calendar, exOn })
    const fills = Object.keys(staged.columns).filter((name) => name !== responseColumn)
    tables.push({ table, fills, repeats: await mayRepeat(draft, dataset, table) })
  }
  if (dataset === TaiwanStockOverviewIncludeWarrant)
    for (const { table } of tables)
      await draft.run(
        adoptIssueKeysSql(
          table,
          tables.filter((other) => other.table !== table).map((other) => other.table),
        ),
      )

  const { removal: taken, ...vanished } = await findWithdrawn({
    ...{ draft, dataset, feedResponses, tables, read, isSole, unreadable, loadedOf },
  })
  const table = `to_load_${dataset.name}`
  const select = fillAllColumns(dataset, tables)
    ? completeRowsSql(dataset, tables)
    : combinedSql(dataset, tables, dataset.name)
  await draft.run(`CREATE OR REPLACE TABLE ${quote(table)} AS ${select}`)
  for (const statement of columnUpdates(dataset, table, draft.through)) await draft.run(statement)

  const incomplete = incompleteSql(dataset)
  const key = dataset.key.map(quote).join(', ')
  const lacking = await count(draft, `${quote(table)} WHERE ${incomplete}`)
  if (lacking > 0) {
    waitingRows += lacking
    // Undated rows are not kept for later, because they would overwrite newer ones.
    if (isDated(dataset))
      for (const one of tables) {
        const waiting = await draft.columns(
          `SELECT DISTINCT CAST(${responseColumn} AS DOUBLE) AS id FROM ${quote(one.table)} SEMI JOIN
           (SELECT ${key} FROM ${quote(table)} WHERE ${incomplete}) USING (${key})`,
        )
        for (const id of waiting.id as Float64Array) held.add(id)
      }
    await draft.run(
      `CREATE OR REPLACE TABLE ${quote(`${table}_whole`)} AS SELECT * FROM ${quote(table)} WHERE NOT (${incomplete})`,
    )
    await draft.run(`DROP TABLE ${quote(table)}`)
    await draft.run(`ALTER TABLE ${quote(`${table}_whole`)} RENAME TO ${quote(table)}`)
  }

  // Details of single events add columns, not rows.
  const lists = feedResponses.filter(({ feed }) => feed.detailOf === undefined)
  const isWhole =
    lists.length > 0 &&
    isDated(dataset) &&
    lists.every(({ feed }) => feed.role === 'rows' && isSole(feed) && !tellsInParts(feed)) &&
    // After one market was refused, the rest of a day is incomplete.
    ('market' in dataset.columns || (isEveryMarket(lists, markets) && vanished.refused.length === 0))
  const checked = await checkRows(draft, {
    dataset,
    table,
    calendar,
    asked: askedDays(dataset, feedResponses),
    isWhole,
  })
  const origin = await answersOf(draft, dataset, tables, checked.rejected)
  for (const entry of checked.rejected) rejected.push({ entry, response: origin(entry) })
  const refused = [...vanished.refused, ...checked.refused]
  for (const entry of refused) rejected.push({ entry, response: null })

  settled.push(...(await settledBy(draft, dataset, checked.good, quarantined)))
  const { since, change } = await loadGood(draft, dataset, checked, isWhole, taken)
  for (const one of tables) await draft.run(`DROP TABLE ${quote(one.table)}`)
  for (const made of [table, `withdrawn_${dataset.name}`]) await draft.run(`DROP TABLE IF EXISTS ${quote(made)}`)
  return {
    change,
    came,
    rejectedRows: rejected.length - refused.length,
    waitingRows,
    rejected,
    refused,
    waiting: [...held],
    unread: [...unread],
    reread: reread,
    settled,
    since: since !== null && !isDated(dataset) ? draft.through : since,
    withdrawn: taken?.rows ?? 0,
    withdrawnSince: taken?.since ?? null,
    undecided: vanished.undecided,
    doubts: checked.doubts,
  }
}

/** True if responses in a table may hold the same rows; responses with disjoint days do not. */
async function mayRepeat(draft: Draft, { key, date }: Dataset, table: string): Promise<boolean> {
  if (!key.includes(date)) return (await count(draft, `(SELECT DISTINCT ${responseColumn} FROM ${quote(table)})`)) > 1
  const days = `SELECT min(${quote(date)}) AS first, max(${quote(date)}) AS last FROM ${quote(table)} GROUP BY ${responseColumn}`
  const before = 'max(last) OVER (ORDER BY first, last ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)'
  return (await count(draft, `(SELECT first, ${before} AS before FROM (${days})) WHERE first <= before`)) > 0
}

/** The quarantine keys, of rows or of refused days, that have a good row now. */
async function settledBy(
  draft: Draft,
  dataset: Dataset,
  good: string,
  keys: readonly QuarantineKey[],
): Promise<QuarantineKey[]> {
  const found: QuarantineKey[] = []
  const shapes = Map.groupBy(keys, (key) => Object.keys(key).join())
  for (const [shape, list] of shapes) {
    const isPart = shape === 'market,date'
    const names = isPart ? ['market', dataset.date] : dataset.key
    if (!isPart && shape !== dataset.key.join()) continue
    const textOf = (name: string) => (name in dataset.columns ? `coalesce(CAST(${quote(name)} AS VARCHAR), '')` : "''")
    const marked = list.map((key) =>
      Object.values(key)
        .map((value) => value ?? '')
        .join(mark),
    )
    const { named } = await draft.columns(
      `SELECT DISTINCT named FROM (SELECT concat_ws(chr(31), ${names.map(textOf).join(', ')}) AS named FROM (${good}))
       SEMI JOIN ${inlineSql(
         { named: 'VARCHAR' },
         marked.map((one) => [one]),
       )} w USING (named)`,
    )
    const there = new Set(named as string[])
    found.push(...list.filter((_, i) => there.has(marked[i]!)))
  }
  return found
}

const same = (names: readonly string[], is: '=' | 'IS NOT DISTINCT FROM'): string =>
  names.map((name) => `g.${quote(name)} ${is} e.${quote(name)}`).join(' AND ')

/** Stores the good rows, unless the lake already has them unchanged. */
async function loadGood(
  draft: Draft,
  dataset: Dataset,
  { good, goodRows }: CheckResult,
  isWhole: boolean,
  taken: WithdrawnRows['removal'],
) {
  if (goodRows === 0 && taken === null) return { since: null, change: noChange }
  const names = columnsOf(dataset)
    .map(([name]) => quote(name))
    .join(', ')
  const date = quote(dataset.date)
  const nearby = isDated(dataset)
    ? `${date} BETWEEN (SELECT min(${date}) FROM good) AND (SELECT max(${date}) FROM good)`
    : 'true'
  const { day } = await draft.columns(
    `WITH good AS (${good}) SELECT CAST(min(g.${date}) AS VARCHAR) AS day
     FROM good g LEFT JOIN (SELECT ${names}, true AS __here FROM ${quote(dataset.name)} WHERE ${nearby}) e ON ${same(dataset.key, '=')}
     WHERE e.__here IS NULL OR NOT (${same(
       columnsOf(dataset).map(([name]) => name),
       'IS NOT DISTINCT FROM',
     )})`,
  )
  const since = (day as (string | null)[])[0] ?? null
  if (taken !== null)
    return {
      since: since !== null && since < taken.since ? since : taken.since,
      change: await draft.upsert(dataset, good, taken.condition),
    }
  if (!isWhole || !dataset.key.includes('seq'))
    return { since, change: since === null ? noChange : await draft.upsert(dataset, good) }
  // Numbered rows have no identity of their own: the rows of a day are replaced together.
  const partition = ['market', dataset.date]
    .filter((name) => name in dataset.columns)
    .map(quote)
    .join(', ')
  const rest = `SELECT ${names} FROM ${quote(dataset.name)} ANTI JOIN (SELECT DISTINCT ${partition} FROM (${good})) USING (${partition})`
  const kept = await count(draft, `(${rest})`)
  const had = await count(draft, quote(dataset.name))
  const replaced = await count(
    draft,
    `(SELECT ${names} FROM ${quote(dataset.name)} SEMI JOIN (${good}) USING (${dataset.key.map(quote).join(', ')}))`,
  )
  if (had - kept === replaced) return { since, change: since === null ? noChange : await draft.upsert(dataset, good) }
  return { since, change: await draft.replace(dataset, `${rest} UNION ALL ${good}`) }
}

/** Finds the response that each rejected row came with. */
async function answersOf(draft: Draft, dataset: Dataset, tables: readonly FeedTable[], rows: readonly RejectedRow[]) {
  if (rows.length === 0) return () => null
  const keyOf = ({ key }: RejectedRow) => dataset.key.map((name) => key[name] ?? '').join(mark)
  const wanted = inlineSql(
    { named: 'VARCHAR' },
    rows.map((row) => [keyOf(row)]),
  )
  const named = `concat_ws(chr(31), ${dataset.key.map((name) => `coalesce(CAST(${quote(name)} AS VARCHAR), '')`).join(', ')})`
  const found = new Map<string, number>()
  for (const { table } of [...tables].reverse()) {
    const read = await draft.columns(
      `SELECT named, CAST(max(${responseColumn}) AS DOUBLE) AS id FROM
       (SELECT ${named} AS named, ${responseColumn} FROM ${quote(table)}) SEMI JOIN ${wanted} w USING (named) GROUP BY ALL`,
    )
    for (const [i, known] of (read.named as string[]).entries()) found.set(known, (read.id as Float64Array)[i]!)
  }
  return (row: RejectedRow): number | null => found.get(keyOf(row)) ?? null
}
