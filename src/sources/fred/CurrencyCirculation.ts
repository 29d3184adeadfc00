import { CurrencyCirculation } from '../../catalogue/other/CurrencyCirculation.ts'
import { dateOf, dayOf } from '../../days.ts'
import type { FeedRequest } from '../feed.ts'
import { quotient, scaled, times } from '../numbers.ts'
import { notYet, type ParsedRows, type Row } from '../outcome.ts'
import { column, constant, whole } from '../reading.ts'
import { graph, observed, seriesFeed, seriesRows, withoutValue } from './response.ts'

const series = 'CURRCIR'

/** Billions of USD, in cents. */
function billions(text: string): number | null | undefined {
  const value = scaled(text, 9)
  return typeof value === 'number' ? times(value, 100) : value
}

const months = whole(
  CurrencyCirculation,
  {
    country: constant('US'),
    report_month: observed,
    currency: constant('USD'),
    amount: column(series, { read: billions }),
    yoy_percent: constant(null),
    basis: constant('daily_average'),
  },
  { leave: [withoutValue(series)] },
)

const yearBefore = (date: string): string => `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`

/** Growth is not published; it is computed from the year before, which is requested too. */
function withGrowth(parsed: ParsedRows, { from, to }: FeedRequest): ParsedRows {
  const amounts = new Map(parsed.rows.map((row) => [dateOf(row.report_month as number), row.amount as number]))
  const rows = parsed.rows
    .filter((row) => (row.report_month as number) >= dayOf(from) && (row.report_month as number) <= dayOf(to))
    .map((row): Row => {
      const [amount, before] = [row.amount as number, amounts.get(yearBefore(dateOf(row.report_month as number)))]
      return { ...row, yoy_percent: before === undefined ? null : quotient(amount - before, before / 100, 2) }
    })
  if (rows.length === 0 && parsed.rejected.length === 0) throw notYet(`no observation from ${from} to ${to}`)
  return { ...parsed, rows }
}

export const currcir = seriesFeed({ ...months, fills: [...months.fills, 'yoy_percent'] }, series, {
  choice: 'beside',
  since: '1917-08-01',
  request: ({ from, to }) => graph(series, yearBefore(from), to),
  parse: seriesRows(months, withGrowth),
})
