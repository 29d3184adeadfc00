import { type Complete, filedBy } from '../../catalogue/complete.ts'
import { type Dataset, periodsOf } from '../../catalogue/dataset.ts'
import { dateSql } from '../../derive/sql.ts'
import { literal, quote } from '../../lake/schema.ts'

/** SQL of the dates for which a dataset is expected to have rows. */

/** SQL: the first day of the period that contains a day. */
const starts: Readonly<Record<Complete['every'], (day: string) => string>> = {
  trading_day: (day) => day,
  weekday: (day) => day,
  week: (day) => `CAST(date_trunc('week', ${day}) AS DATE)`,
  month: (day) => `CAST(date_trunc('month', ${day}) AS DATE)`,
  quarter: (day) => `CAST(date_trunc('quarter', ${day}) AS DATE)`,
}

/** SQL: the day by which the report of a quarter is filed. */
const filedBySql = `CASE quarter(first) ${filedBy
  .map((day, i) => {
    const [month, date] = day.split('-').map(Number)
    return `WHEN ${i + 1} THEN make_date(year(first)${i === 3 ? ' + 1' : ''}, ${month}, ${date})`
  })
  .join(' ')} END`

const seriesSql = (from: string, to: string, step: string): string =>
  `CAST(unnest(generate_series(CAST(${from} AS TIMESTAMP), CAST(${to} AS TIMESTAMP), INTERVAL '${step}')) AS DATE)`

/** SQL: first day, last day and due day of every period. */
function boundsSql({ every, due = every === 'weekday' ? 1 : 0 }: Complete, from: string, until: string): string {
  const begin = starts[every](dateSql(from))
  const end = dateSql(until)
  if (every === 'trading_day')
    return `SELECT d AS first, d AS last, d AS due FROM trading_days WHERE d BETWEEN ${begin} AND ${end}`
  if (every === 'weekday')
    return `SELECT first, first AS last, first + ${due} AS due FROM (SELECT ${seriesSql(begin, end, '1 day')} AS first) WHERE isodow(first) < 6`
  if (every === 'week')
    return `SELECT first, first + 6 AS last, first + 6 + ${due} AS due FROM (SELECT ${seriesSql(begin, end, '7 days')} AS first)`
  if (every === 'month')
    return `SELECT first, last_day(first) AS last, last_day(first) + ${due} AS due FROM (SELECT ${seriesSql(begin, end, '1 month')} AS first)`
  return `SELECT first, CAST(first + INTERVAL '3 months' AS DATE) - 1 AS last, ${filedBySql} AS due FROM (SELECT ${seriesSql(begin, end, '3 months')} AS first)`
}

/** SQL: the periods that are due, numbered in `i`, with their first and last trading day. */
export function periodsSql(complete: Complete, from: string, until: string): string {
  const bounds = `SELECT * FROM (${boundsSql(complete, from, until)}) WHERE due <= ${dateSql(until)}`
  const isDays = complete.every === 'trading_day' || complete.every === 'weekday'
  const traded = isDays
    ? `SELECT *, first AS opens, last AS shuts FROM (${bounds})`
    : // A period without a trading day has no bar; a week without one has no rows at all.
      `SELECT b.*, min(d) AS opens, max(d) AS shuts FROM (${bounds}) b ${complete.every === 'quarter' || complete.due !== undefined ? 'LEFT ' : ''}JOIN trading_days ON d BETWEEN b.first AND b.last
       GROUP BY ALL ${complete.every === 'week' ? 'HAVING min(d) IS NOT NULL' : ''}`
  return `SELECT CAST(row_number() OVER (ORDER BY first) AS INTEGER) AS i, * FROM (${traded})`
}

const numbers: Readonly<Record<Exclude<Complete['every'], 'trading_day'>, string>> = {
  weekday: "(period - DATE '1970-01-05') // 7 * 5 + isodow(period)",
  week: "(period - DATE '1970-01-05') // 7",
  month: 'year(period) * 12 + month(period)',
  quarter: 'year(period) * 4 + quarter(period)',
}

/** SQL: rows with a period, and its number `o`: those of consecutive periods are consecutive. */
export const numberedSql = ({ every }: Complete, rows: string): string =>
  every === 'trading_day'
    ? `SELECT * FROM (${rows}) JOIN (SELECT d AS period, row_number() OVER (ORDER BY d) AS o FROM trading_days) USING (period)`
    : `SELECT *, ${numbers[every]} AS o FROM (${rows}) ${every === 'weekday' ? 'WHERE isodow(period) < 6' : ''}`

/** SQL: each file, subject and period with a row. */
export function periodsWithRowsSql(
  dataset: Dataset,
  complete: Complete,
  subject: string | null,
  files: string,
): string {
  const day = quote(dataset.date)
  const period = starts[complete.every](day)
  const columns = `filename AS path, ${subject === null ? "''" : quote(subject)} AS subject, ${period} AS period`
  // One row per key needs no DISTINCT; most datasets are of that kind.
  const isPlain = period === day && subject !== null && dataset.key.length === 2 && dataset.key.includes(subject)
  // The period that queries return by default.
  const [usual] = periodsOf(dataset) ?? []
  const where = usual === undefined ? '' : ` WHERE ${quote(dataset.filters.period!)} = ${literal(usual)}`
  return `SELECT ${isPlain ? '' : 'DISTINCT '}${columns} FROM read_parquet(${files}, filename = true)${where}`
}
