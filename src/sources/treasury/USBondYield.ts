import { USBondYield } from '../../catalogue/other/USBondYield.ts'
import { publishers } from '../../catalogue/publishers.ts'
import { dayOf } from '../../days.ts'
import { csvTable } from '../csvTable.ts'
import { dateFrom } from '../dates.ts'
import { type FeedRequest, feedsOf, get } from '../feed.ts'
import { isNoValue, scaled } from '../numbers.ts'
import { changed, leftOut, notYet, type Outcome, otherDay, type Rejected, type Row, rowsOutcome } from '../outcome.ts'
import { textOf } from '../plan.ts'
import { nameOf, tenorOf, titleFor } from './tenors.ts'

const treasury = feedsOf(publishers.treasury, null)
const known = new Set(USBondYield.columns.tenor.values)

/** `05/31/2024`. */
const american = (text: string): string | undefined => {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? []
  return year === undefined ? undefined : (dateFrom(`${year}/${month}/${day}`) ?? undefined)
}

/** The first whole year of each tenor that has been published ever since. */
const firstYears: Readonly<Record<string, number>> = {
  ...{ '3M': 1990, '6M': 1990, '1Y': 1990, '2Y': 1990, '3Y': 1990, '5Y': 1990, '7Y': 1990, '10Y': 1990, '20Y': 1994 },
  ...{ '1M': 2002, '30Y': 2007, '2M': 2019, '4M': 2023, '1.5M': 2026 },
}
const missing = (there: readonly string[], year: string): string[] =>
  Object.keys(firstYears).filter((tenor) => Number(year) >= firstYears[tenor]! && !there.includes(tenor))

/** A column for each tenor there was in the year; a blank where it was not published. */
function parse(bytes: Uint8Array, request: FeedRequest): Outcome {
  const table = csvTable(bytes)
  const dayAt = table.titles.indexOf('Date')
  if (dayAt < 0) throw changed('no table with the columns Date')
  const tenors = table.titles.flatMap((title, at) => {
    const tenor = tenorOf(title)
    return tenor !== undefined && known.has(tenor) ? [{ at, tenor }] : []
  })
  for (const tenor of ['3M', '2Y', '10Y'])
    if (!tenors.some((one) => one.tenor === tenor)) throw changed(`no table with the columns ${titleFor(tenor)}`)
  if (table.rows.length === 0) throw notYet('titles, and no days')
  const rows: Row[] = []
  const rejected: Rejected[] = []
  let unset = 0
  for (const row of table.rows) {
    const cells = row.map(textOf)
    const day = american(cells[dayAt]!)
    if (day === undefined || cells.length < table.titles.length) {
      rejected.push({ column: 'trade_date', why: 'cannot be read', cells })
      continue
    }
    if (day.slice(0, 4) !== request.from.slice(0, 4)) throw otherDay(request.from.slice(0, 4), day)
    for (const { at, tenor } of tenors) {
      if (isNoValue(cells[at]!)) {
        unset++
        continue
      }
      const value = scaled(cells[at]!, 4)
      if (typeof value === 'number') rows.push({ tenor, trade_date: dayOf(day), name: nameOf(tenor), value })
      else rejected.push({ column: tenor, why: 'cannot be read', cells })
    }
  }
  const unread = table.titles.filter((_, at) => at !== dayAt && !tenors.some((one) => one.at === at))
  const gone = missing(
    tenors.map(({ tenor }) => tenor),
    request.from.slice(0, 4),
  )
  const left = [
    ...leftOut('tenors without a yield', unset),
    ...(gone.length > 0 ? [{ why: `tenors without a column: ${gone.join(', ')}`, rows: 0 }] : []),
  ]
  return rowsOutcome({ rows, rejected, unread, left })
}

/** The par yield curve of a calendar year so far, newest day first. */
export const yieldCurve = treasury(
  { dataset: USBondYield },
  {
    endpoint: 'daily_treasury_yield_curve',
    span: 'year',
    since: '1990-01-02',
    request: ({ from }) => {
      const year = from.slice(0, 4)
      return get(`/resource-center/data-chart-center/interest-rates/daily-treasury-rates.csv/${year}/all`, {
        type: 'daily_treasury_yield_curve',
        field_tdr_date_value: year,
        page: '',
        _format: 'csv',
      })
    },
    parse,
  },
)
