import { type Complete, filedBy } from '../../catalogue/complete.ts'
import { type Dataset, periodsOf } from '../../catalogue/dataset.ts'
import { addMonths, calendarDay, monthOf, weekdayOf, yearOf } from '../../days.ts'
import { literal, quote } from '../../lake/schema.ts'

/** The periods and subjects for which a dataset is expected to have rows; days are numbers. */

export type ExpectedDataset = Dataset & { readonly complete: Complete }

/** The column whose values are checked for rows. */
export const subjectOf = ({ id, complete: { each } }: ExpectedDataset): string | null =>
  each === 'dataset' ? null : each === 'market' ? 'market' : id

/** True if the expected subjects are the listed securities; those of others follow from their own rows. */
export const isByList = ({ complete: { each } }: ExpectedDataset): boolean => each === 'security' || each === 'stock'

/** True if single ids can be missing. */
export const hasIds = ({ complete: { each } }: ExpectedDataset): boolean => each !== 'market' && each !== 'dataset'

/** First, last and due day; the first and the last trading day of the period, if it has one. */
export type Period = {
  readonly first: number
  readonly last: number
  readonly due: number
  readonly opens: number | null
  readonly shuts: number | null
}

/** SQL: the first day of the period that contains a day. */
const starts: Readonly<Record<Complete['every'], (day: string) => string>> = {
  trading_day: (day) => day,
  weekday: (day) => day,
  week: (day) => `CAST(date_trunc('week', ${day}) AS DATE)`,
  month: (day) => `CAST(date_trunc('month', ${day}) AS DATE)`,
  quarter: (day) => `CAST(date_trunc('quarter', ${day}) AS DATE)`,
}

/** The first day of the period that contains a day, and that of the next one. */
const bounds: Readonly<Record<Complete['every'], (day: number) => readonly [first: number, next: number]>> = {
  trading_day: (day) => [day, day + 1],
  weekday: (day) => [day, day + 1],
  week: (day) => [day - weekdayOf(day) + 1, day - weekdayOf(day) + 8],
  month: (day) => monthsFrom(calendarDay(yearOf(day), monthOf(day), 1), 1),
  quarter: (day) => monthsFrom(calendarDay(yearOf(day), monthOf(day) - ((monthOf(day) - 1) % 3), 1), 3),
}
const monthsFrom = (first: number, months: number) => [first, addMonths(first, months)] as const

/** The day by which the report of a quarter is filed. */
function filedOn(first: number): number {
  const quarter = (monthOf(first) - 1) / 3
  const [month, date] = filedBy[quarter]!.split('-').map(Number)
  return calendarDay(yearOf(first) + (quarter === 3 ? 1 : 0), month!, date!)
}

/** True if rows are published after their period, for subjects still listed then; bars are for those that traded. */
export const isPublishedAfter = ({ every, due }: Complete): boolean => every === 'quarter' || due !== undefined

/** The periods from that of the first day that are due on the last, in order. */
export function periodsIn(complete: Complete, calendar: readonly number[], from: number, until: number): Period[] {
  const { every, due = every === 'weekday' ? 1 : 0 } = complete
  const periods: Period[] = []
  let at = 0
  for (let [first, next] = bounds[every](from); first <= until; [first, next] = bounds[every](next)) {
    const last = next - 1
    while (at < calendar.length && calendar[at]! < first) at++
    const begin = at
    while (at < calendar.length && calendar[at]! <= last) at++
    const [opens, shuts] = begin < at ? [calendar[begin]!, calendar[at - 1]!] : [null, null]
    if (
      every === 'weekday' ? weekdayOf(first) > 5 : opens === null && (every === 'week' || !isPublishedAfter(complete))
    )
      continue
    const dueOn = every === 'trading_day' ? first : every === 'quarter' ? filedOn(first) : last + due
    if (dueOn > until) continue
    periods.push({
      first,
      last,
      due: dueOn,
      ...(every === 'weekday' ? { opens: first, shuts: first } : { opens, shuts }),
    })
  }
  return periods
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
export function periodsWithRowsSql(dataset: ExpectedDataset, files: string): string {
  const subject = subjectOf(dataset)
  const day = quote(dataset.date)
  const period = starts[dataset.complete.every](day)
  const columns = `filename AS path, ${subject === null ? "''" : quote(subject)} AS subject, ${period} AS period`
  // One row per key needs no DISTINCT; most datasets are of that kind.
  const isPlain = period === day && subject !== null && dataset.key.length === 2 && dataset.key.includes(subject)
  // The period that queries return by default.
  const [usual] = periodsOf(dataset) ?? []
  const where = usual === undefined ? '' : ` WHERE ${quote(dataset.filters.period!)} = ${literal(usual)}`
  return `SELECT ${isPlain ? '' : 'DISTINCT '}${columns} FROM read_parquet(${files}, filename = true)${where}`
}
