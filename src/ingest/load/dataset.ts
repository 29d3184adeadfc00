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
import type { StoredAnswer } from '../asking/records.ts'
import { inParts } from '../plan/exceptions.ts'
import { type Checked, checkLoad, type RefusedPart, type RejectedRow } from '../rules/check.ts'
import { areWhole, combined, incompleteSql, type Told, whole } from './combine.ts'
import { adoptedIssues, computedOf } from './computed.ts'
import type { ExDays } from './exDays.ts'
import { answerColumn, batchOf, stagedBy } from './staging.ts'
import { proveUnchanged } from './unchanged.ts'
import { findVanished, type Vanished } from './vanished.ts'

/** The answers of one feed, oldest first. */
export type FeedAnswers = { readonly feed: Feed; readonly answers: readonly StoredAnswer[] }

/** What tells a row in quarantine. */
type Key = Readonly<Record<string, string | null>>

export type Reading = (answer: StoredAnswer, feed: Feed) => Promise<Outcome>

/** What became of the rows of one dataset. */
export type DatasetLoad = {
  readonly change: Change
  /** Rows that came, and those that are not loaded: bad ones, days that were refused, rows that wait for others. */
  readonly came: number
  readonly rejectedRows: number
  readonly waitingRows: number
  readonly rejected: readonly { readonly entry: RejectedRow | RefusedPart; readonly answer: number | null }[]
  readonly refused: readonly RefusedPart[]
  /** Answers whose rows are not complete yet, to be loaded again with what comes later. */
  readonly held: readonly number[]
  /** Titles of columns that nobody here knows. */
  readonly unread: readonly string[]
  /** Answers that read otherwise than when they came. */
  readonly otherwise: readonly { readonly answer: StoredAnswer; readonly outcome: Outcome }[]
  /** Keys of the quarantine whose place good rows have taken. */
  readonly settled: readonly Key[]
  /** The earliest day of which a row is other than it was; null where none is. */
  readonly since: string | null
  /** Rows that their publisher told once and tells no more, and the first of their days. */
  readonly withdrawn: number
  readonly withdrawnSince: string | null
  /** Why it cannot be told of some days whether rows are withdrawn. */
  readonly unjudged: readonly string[]
  /** What is strange about rows that are loaded all the same. */
  readonly doubts: readonly string[]
}

type Terms = {
  readonly draft: Draft
  readonly dataset: Dataset
  /** Better feeds first. */
  readonly told: readonly FeedAnswers[]
  readonly read: Reading
  readonly calendar: Calendar
  /** True where the feed alone tells all of its market, so that fewer rows than there were are suspicious. */
  readonly isSole: (feed: Feed) => boolean
  /** How many markets are asked for the dataset. */
  readonly markets: number
  /** Keys of the dataset that stand in quarantine. */
  readonly quarantined: readonly Key[]
  /** Answers of a feed about any of these days that a version holds. */
  readonly loadedOf: (feed: Feed, days: { readonly from: string; readonly to: string }) => readonly StoredAnswer[]
  readonly exOn: ExDays
}

/** Stands between the parts of a key, and in none of them. */
const mark = '\u001f'

const count = async (draft: Draft, from: string): Promise<number> =>
  ((await draft.columns(`SELECT CAST(count(*) AS DOUBLE) AS n FROM ${from}`)).n as Float64Array)[0]!

/** Where rows do not say their market, a day is whole only once each of them has told it. */
const isEveryMarket = (told: readonly FeedAnswers[], markets: number): boolean =>
  told.length === markets &&
  new Set(told.map(({ answers }) => [...new Set(answers.map(({ from, to }) => `${from} ${to}`))].sort().join()))
    .size === 1

const tellsInParts = ({ dataset, publisher, endpoint }: Feed): boolean =>
  inParts.has(`${dataset.name} ${publisher.id} ${endpoint}`)

/** The days asked for, where every row must be of one of them. */
const askedDays = (dataset: Dataset, told: readonly FeedAnswers[]) =>
  dataset.date === 'trade_date' &&
  dataset !== TaiwanStockDailyPriceLimit &&
  told.every(({ feed: { span } }) => span === 'day' || span === 'month' || span === 'range')
    ? told.flatMap(({ answers }) => answers.map(({ from, to }) => ({ from, to })))
    : null

/** Takes the rows of one dataset from answers to the draft: read, put together, completed, checked, loaded. */
export async function loadDataset({
  draft,
  dataset,
  told,
  read,
  calendar,
  isSole,
  markets,
  quarantined,
  loadedOf,
  exOn,
}: Terms): Promise<DatasetLoad> {
  const unread = new Set<string>()
  const held = new Set<number>()
  const otherwise: DatasetLoad['otherwise'][number][] = []
  const rejected: DatasetLoad['rejected'][number][] = []
  const settled: Key[] = []
  const unreadable = new Set<number>()
  let came = 0
  let waitingRows = 0

  async function* batches({ feed, answers }: FeedAnswers, staged: Dataset): AsyncGenerator<Batch> {
    for (const answer of answers) {
      const outcome = await read(answer, feed)
      if (outcome.kind !== 'rows') {
        otherwise.push({ answer, outcome })
        continue
      }
      for (const title of outcome.unread) unread.add(title)
      for (const { column, why, cells, refusedBy } of outcome.rejected)
        rejected.push({
          entry: {
            dataset: dataset.name,
            rule: refusedBy ?? 'unreadable',
            message: `${column} ${why}`,
            // It has no key that could be read; the question it answered stands for it.
            key: { question: answer.key },
            row: Object.fromEntries(cells.map((cell, at) => [String(at + 1), cell])),
          },
          answer: answer.id,
        })
      if (outcome.rejected.length === 0) settled.push({ question: answer.key })
      else unreadable.add(answer.id)
      came += outcome.rows.length + outcome.rejected.length
      yield batchOf(staged, feed.role === 'cumulative' ? asStored(outcome.rows) : outcome.rows, answer.id)
    }
  }

  const tables: Told[] = []
  for (const one of told) {
    const staged = stagedBy(one.feed)
    const { table } = await draft.stage(staged, batches(one, staged))
    await proveUnchanged({ draft, feed: one.feed, table, calendar, exOn })
    const fills = Object.keys(staged.columns).filter((name) => name !== answerColumn)
    tables.push({ table, fills, repeats: await mayRepeat(draft, dataset, table) })
  }
  if (dataset === TaiwanStockOverviewIncludeWarrant)
    for (const { table } of tables)
      await draft.run(
        adoptedIssues(
          table,
          tables.filter((other) => other.table !== table).map((other) => other.table),
        ),
      )

  const { taken, ...vanished } = await findVanished({
    ...{ draft, dataset, told, tables, read, isSole, unreadable, loadedOf },
  })
  const table = `to_load_${dataset.name}`
  const select = areWhole(dataset, tables) ? whole(dataset, tables) : combined(dataset, tables, dataset.name)
  await draft.run(`CREATE OR REPLACE TABLE ${quote(table)} AS ${select}`)
  for (const statement of computedOf(dataset, table, draft.through)) await draft.run(statement)

  const incomplete = incompleteSql(dataset)
  const key = dataset.key.map(quote).join(', ')
  const lacking = await count(draft, `${quote(table)} WHERE ${incomplete}`)
  if (lacking > 0) {
    waitingRows += lacking
    // A row without a date of its own would come back after newer ones, so it is not kept for later.
    if (isDated(dataset))
      for (const one of tables) {
        const waiting = await draft.columns(
          `SELECT DISTINCT CAST(${answerColumn} AS DOUBLE) AS id FROM ${quote(one.table)} SEMI JOIN
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

  // Details of single events add columns to rows, and no rows.
  const lists = told.filter(({ feed }) => feed.detailOf === undefined)
  const isWhole =
    lists.length > 0 &&
    isDated(dataset) &&
    lists.every(({ feed }) => feed.role === 'rows' && isSole(feed) && !tellsInParts(feed)) &&
    // What is left of a day after one market was refused is not the whole of it.
    ('market' in dataset.columns || (isEveryMarket(lists, markets) && vanished.refused.length === 0))
  const checked = await checkLoad(draft, { dataset, table, calendar, asked: askedDays(dataset, told), isWhole })
  const origin = await answersOf(draft, dataset, tables, checked.rejected)
  for (const entry of checked.rejected) rejected.push({ entry, answer: origin(entry) })
  const refused = [...vanished.refused, ...checked.refused]
  for (const entry of refused) rejected.push({ entry, answer: null })

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
    held: [...held],
    unread: [...unread],
    otherwise,
    settled,
    since: since !== null && !isDated(dataset) ? draft.through : since,
    withdrawn: taken?.rows ?? 0,
    withdrawnSince: taken?.since ?? null,
    unjudged: vanished.unjudged,
    doubts: checked.doubts,
  }
}

/** Whether answers in a table may speak of the same rows: those of days that no other speaks of do not. */
async function mayRepeat(draft: Draft, { key, date }: Dataset, table: string): Promise<boolean> {
  if (!key.includes(date)) return (await count(draft, `(SELECT DISTINCT ${answerColumn} FROM ${quote(table)})`)) > 1
  const days = `SELECT min(${quote(date)}) AS first, max(${quote(date)}) AS last FROM ${quote(table)} GROUP BY ${answerColumn}`
  const before = 'max(last) OVER (ORDER BY first, last ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)'
  return (await count(draft, `(SELECT first, ${before} AS before FROM (${days})) WHERE first <= before`)) > 0
}

/** The keys in quarantine of which a good row is among these: of rows, or of whole days that were refused. */
async function settledBy(draft: Draft, dataset: Dataset, good: string, keys: readonly Key[]): Promise<Key[]> {
  const found: Key[] = []
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

/** Loads the good rows, unless the lake has them all as they are. */
async function loadGood(
  draft: Draft,
  dataset: Dataset,
  { good, goodRows }: Checked,
  isWhole: boolean,
  taken: Vanished['taken'],
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
  // Numbered rows have no name of their own: those of a day stand and fall together.
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

/** Finds the answers that bad rows came with. */
async function answersOf(draft: Draft, dataset: Dataset, tables: readonly Told[], rows: readonly RejectedRow[]) {
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
      `SELECT named, CAST(max(${answerColumn}) AS DOUBLE) AS id FROM
       (SELECT ${named} AS named, ${answerColumn} FROM ${quote(table)}) SEMI JOIN ${wanted} w USING (named) GROUP BY ALL`,
    )
    for (const [i, known] of (read.named as string[]).entries()) found.set(known, (read.id as Float64Array)[i]!)
  }
  return (row: RejectedRow): number | null => found.get(keyOf(row)) ?? null
}
