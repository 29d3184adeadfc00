import { type Dataset, isDated } from '../../catalogue/dataset.ts'
import { TaiwanStockDailyPriceLimit } from '../../catalogue/technical/TaiwanStockDailyPriceLimit.ts'
import { inlineSql } from '../../derive/sql.ts'
import { OperatorError } from '../../errors.ts'
import type { Draft } from '../../lake/draft.ts'
import { literal, quote } from '../../lake/schema.ts'
import type { Feed, Market } from '../../sources/feed.ts'
import type { StoredAnswer } from '../asking/records.ts'
import { wholeByDate } from '../plan/exceptions.ts'
import type { RefusedPart } from '../rules/check.ts'
import type { Told } from './combine.ts'
import type { FeedAnswers, Reading } from './dataset.ts'
import { answerColumn, batchOf, stagedBy } from './staging.ts'

/**
 * Rows that a publisher told and leaves out when it tells their day again. A few are a correction, and are withdrawn;
 * many are half a table, whose day is refused with the rows staying as they are.
 */
export type Vanished = {
  readonly refused: readonly RefusedPart[]
  /** The rows to take out, as a condition, and the first of their days. */
  readonly taken: { readonly condition: string; readonly rows: number; readonly since: string } | null
  /** Days that cannot be judged, since what was told of them before cannot be read. */
  readonly unjudged: readonly string[]
}

/** So many rows may always go, and this part of what was told. */
const few = 3
const share = 0.02

type Terms = {
  readonly draft: Draft
  readonly dataset: Dataset
  readonly told: readonly FeedAnswers[]
  /** Their rows, in the same order. */
  readonly tables: readonly Told[]
  readonly read: Reading
  readonly isSole: (feed: Feed) => boolean
  /** Answers of which rows could not be read: what seems to be gone may be among those. */
  readonly unreadable: ReadonlySet<number>
  /** Answers of the feed about any of these days that a version holds. */
  readonly loadedOf: (feed: Feed, days: { readonly from: string; readonly to: string }) => readonly StoredAnswer[]
}

const isListed = ({ dataset, publisher, endpoint }: Feed): boolean =>
  wholeByDate.has(`${dataset.name} ${publisher.id} ${endpoint}`)

/** Whether an answer is all that its market has of each of its days. Numbered rows go by the day as it is. */
const isComplete = (dataset: Dataset, feed: Feed): boolean =>
  isDated(dataset) &&
  !dataset.key.includes('seq') &&
  feed.role === 'rows' &&
  feed.each === 'market' &&
  (dataset.date === 'trade_date' || isListed(feed))

/** Whether the days asked for are the days of the rows; else only the rows tell which days they are about. */
const isByQuestion = (dataset: Dataset, feed: Feed): boolean =>
  isListed(feed) || (feed.span !== 'latest' && dataset !== TaiwanStockDailyPriceLimit)

const textOf = (read: Record<string, unknown>, name: string): (string | null)[] => [
  ...(read[name] as (string | null)[]),
]
const numbersOf = (read: Record<string, unknown>, name: string): number[] => [...(read[name] as Float64Array)]

export async function findVanished(terms: Terms): Promise<Vanished> {
  const { draft, dataset, told, tables, isSole } = terms
  const gone = `withdrawn_${dataset.name}`
  const key = dataset.key.map(quote).join(', ')
  const refused: RefusedPart[] = []
  const unjudged: string[] = []
  if (!told.some(({ feed }) => isComplete(dataset, feed))) return { refused, unjudged, taken: null }
  await draft.run(`CREATE OR REPLACE TABLE ${quote(gone)} AS SELECT ${key} FROM ${quote(dataset.name)} LIMIT 0`)
  for (const [at, one] of told.entries())
    if (isComplete(dataset, one.feed) && isSole(one.feed))
      await judge(terms, one, tables[at]!.table, gone, (part) => refused.push(part)).catch((error) => {
        if (!(error instanceof OperatorError)) throw error
        unjudged.push(`whether rows are withdrawn cannot be told: ${error.message}`)
      })
  const date = quote(dataset.date)
  const { n, since, until } = await draft.columns(
    `SELECT CAST(count(*) AS DOUBLE) AS n, CAST(min(${date}) AS VARCHAR) AS since, CAST(max(${date}) AS VARCHAR) AS until
     FROM ${quote(gone)}`,
  )
  const rows = (n as Float64Array)[0]!
  if (rows === 0) return { refused, unjudged, taken: null }
  const [first, last] = [(since as string[])[0]!, (until as string[])[0]!]
  // The days first: most of the stored rows need not be looked at then.
  const condition = `${date} BETWEEN DATE ${literal(first)} AND DATE ${literal(last)} AND (${key}) IN (SELECT (${key}) FROM ${quote(gone)})`
  return { refused, unjudged, taken: { condition, rows, since: first } }
}

/** Puts the rows that a feed no longer tells into the table, or refuses what it told of their day. */
async function judge(
  { draft, dataset, tables, read, unreadable, loadedOf }: Terms,
  { feed, answers }: FeedAnswers,
  table: string,
  gone: string,
  refuse: (part: RefusedPart) => void,
): Promise<void> {
  const judged = answers.filter(({ id }) => !unreadable.has(id))
  if (judged.length === 0) return
  const [date, key] = [quote(dataset.date), dataset.key.map(quote).join(', ')]
  const byQuestion = isByQuestion(dataset, feed)
  const windows = byQuestion
    ? inlineSql(
        { answer: 'BIGINT', f: 'DATE', t: 'DATE' },
        judged.map(({ id, from, to }) => [id, from, to]),
      )
    : `(SELECT DISTINCT ${answerColumn} AS answer, ${date} AS f, ${date} AS t FROM ${quote(table)}
        WHERE ${answerColumn} IN (${judged.map(({ id }) => id).join(', ')}))`
  const bounds = await draft.columns(
    `SELECT CAST(min(f) AS VARCHAR) AS "from", CAST(max(t) AS VARCHAR) AS "to" FROM ${windows} w`,
  )
  const [from, to] = [textOf(bounds, 'from')[0], textOf(bounds, 'to')[0]]
  if (!from || !to) return
  const market = 'market' in dataset.columns && feed.market !== null ? `AND e.market = ${literal(feed.market)}` : ''
  const here = tables.map((one) => `SELECT ${key} FROM ${quote(one.table)}`).join(' UNION ALL ')
  const absent = `absent_${dataset.name}`
  await draft.run(
    `CREATE OR REPLACE TABLE ${quote(absent)} AS SELECT ${key}, max(w.answer) AS ${answerColumn}
     FROM (SELECT * FROM ${quote(dataset.name)} e WHERE ${date} BETWEEN DATE ${literal(from)} AND DATE ${literal(to)} ${market}) e
     JOIN ${windows} w ON e.${date} BETWEEN w.f AND w.t ANTI JOIN (${here}) h USING (${key}) GROUP BY ALL`,
  )
  const before = `before_${dataset.name}`
  try {
    const { n } = await draft.columns(`SELECT CAST(count(*) AS DOUBLE) AS n FROM ${quote(absent)}`)
    if ((n as Float64Array)[0] === 0) return
    const loaded = loadedOf(feed, byQuestion ? { from, to } : spanOf(judged)).filter(
      ({ id }) => !answers.some((answer) => answer.id === id),
    )
    const newest = Math.max(...judged.map(({ id }) => id))
    const staged = stagedBy(feed)
    async function* batches() {
      for (const answer of loaded.filter(({ id }) => id < newest)) {
        const outcome = await read(answer, feed)
        if (outcome.kind === 'rows') yield batchOf(staged, outcome.rows, answer.id)
      }
    }
    const prior = await draft.stage(staged, batches())
    await draft.run(`CREATE OR REPLACE TABLE ${quote(before)} AS SELECT * FROM ${quote(prior.table)}`)
    await prior.drop()
    // What a later answer tells of a day, an older one that is read again does not take back.
    const later = loaded.map(
      ({ id, from: f, to: t }) =>
        `(a.${answerColumn} < ${id} AND a.${date} BETWEEN DATE ${literal(f)} AND DATE ${literal(t)})`,
    )
    const on = dataset.key.map((name) => `p.${quote(name)} = a.${quote(name)}`).join(' AND ')
    await draft.run(
      `DELETE FROM ${quote(absent)} a WHERE ${later.length > 0 ? `${later.join(' OR ')} OR` : ''}
       NOT EXISTS (SELECT 1 FROM ${quote(before)} p WHERE ${on} AND p.${answerColumn} < a.${answerColumn})`,
    )
    // Days are judged one by one; what happens now and then, all that was asked for together.
    const isDaily = dataset.date === 'trade_date'
    const part = isDaily ? `CAST(${date} AS VARCHAR)` : `CAST(${answerColumn} AS VARCHAR)`
    const lost = await draft.columns(
      `SELECT ${part} AS part, CAST(max(${answerColumn}) AS DOUBLE) AS answer, CAST(count(*) AS DOUBLE) AS n
       FROM ${quote(absent)} GROUP BY 1 ORDER BY 1`,
    )
    for (const [i, name] of textOf(lost, 'part').entries()) {
      const answer = judged.find(({ id }) => id === numbersOf(lost, 'answer')[i])!
      const within = isDaily
        ? `${date} = DATE ${literal(name!)}`
        : `${date} BETWEEN DATE ${literal(answer.from)} AND DATE ${literal(answer.to)}`
      const counts = await draft.columns(
        `SELECT (SELECT CAST(count(*) AS DOUBLE) FROM (SELECT DISTINCT ${key} FROM ${quote(before)} WHERE ${within})) AS had,
           (SELECT CAST(count(*) AS DOUBLE) FROM ${quote(table)} WHERE ${within}) AS came`,
      )
      const [had, came, rows] = [numbersOf(counts, 'had')[0]!, numbersOf(counts, 'came')[0]!, numbersOf(lost, 'n')[i]!]
      const condition = isDaily ? within : `${answerColumn} = ${answer.id}`
      if (came > 0 && rows <= Math.max(few, had * share))
        await draft.run(`INSERT INTO ${quote(gone)} SELECT ${key} FROM ${quote(absent)} WHERE ${condition}`)
      else {
        await draft.run(`DELETE FROM ${quote(table)} WHERE ${condition}`)
        refuse(refusalOf(dataset, feed, { date: isDaily ? name : null, answer, had, came, rows }))
      }
    }
  } finally {
    for (const made of [absent, before]) await draft.run(`DROP TABLE IF EXISTS ${quote(made)}`)
  }
}

const spanOf = (answers: readonly StoredAnswer[]) => ({
  from: answers.map(({ from }) => from).sort()[0]!,
  to: answers
    .map(({ to }) => to)
    .sort()
    .at(-1)!,
})

type Loss = {
  readonly date: string | null
  readonly answer: StoredAnswer
  readonly had: number
  readonly came: number
  readonly rows: number
}

const refusalOf = (dataset: Dataset, feed: Feed, { date, answer, had, came, rows }: Loss): RefusedPart => ({
  dataset: dataset.name,
  rule: 'shrinking_history',
  message: `${feed.publisher.id} ${feed.endpoint} leaves out ${rows} of ${had} rows that it told of ${date ?? `${answer.from} to ${answer.to}`}: none of what it tells now is loaded`,
  market: 'market' in dataset.columns ? (feed.market as Market | null) : null,
  date,
  had,
  came,
})
