import type { Dataset } from '../../../catalogue/dataset.ts'
import { frequencyOf } from '../../calendar.ts'
import type { Facts } from '../../facts.ts'
import type { Column, Condition, Window } from '../../representation.ts'
import { windowFor } from '../measures/window.ts'
import type { Spoken } from './said.ts'

type When = {
  readonly when: Window
  readonly where: readonly ((of: (column: string) => Column) => Condition)[]
  /** Ordered by the date: the newest, or the next. */
  readonly newest: { readonly n: number | null; readonly coming?: true } | null
  readonly date: string
}

/** Lists of what is: their date only says when they were looked at. */
const current = new Set([
  'TaiwanStockOverview',
  'TaiwanStockOverviewIncludeWarrant',
  'TaiwanStockCompanyIndustry',
  'TaiwanStockBrokerInfo',
  'TaiwanCBOverview',
])

/** Dates that may lie ahead: the last one is the last that has passed. */
const ahead = /ex_date|payment_date|suspend_start|resumption|delisting|maturity|expiration|period_start/

/** Asked for without a time, the newest row of a security. */
const repeated = new Set([
  'TaiwanStockDividendResult',
  'TaiwanStockDividend',
  'TaiwanStockTradingHaltAnnouncement',
  'TaiwanStockDisposition',
  'TaiwanRelatedNews',
  'CentralBankRate',
])

/** What is asked for every day, which over a time has meanings of its own that the general way knows. */
export const everyday: ReadonlySet<string> = new Set([
  'TaiwanStockPrice',
  'TaiwanStockPriceAdj',
  'TaiwanStockInstitutionalInvestorsBuySell',
  'TaiwanStockMonthRevenue',
  'TaiwanStockPER',
  'TaiwanStockMarketValue',
])

/** The date that a time is about. */
function dateOf(table: Dataset, { dated, event, columns, values }: Spoken): string {
  if (dated) return dated
  if (event) return event.date
  if (table.name === 'TaiwanStockDividend') {
    if (columns.some((column) => column.startsWith('cash_'))) return 'cash_ex_date'
    if (columns.some((column) => column.startsWith('stock_'))) return 'stock_ex_date'
  }
  if (table.name === 'TaiwanStockOverview' && values.length === 0 && columns.includes('listing_date'))
    return 'listing_date'
  return table.date
}

export function timeOf(table: Dataset, spoken: Spoken, isNamed: boolean, facts: Facts): When | null {
  const { time, recent, event } = spoken
  const date = dateOf(table, spoken)
  const isEvent = frequencyOf(table) === 'event' || date !== table.date
  const within =
    (window: Window) =>
    (of: (column: string) => Column): Condition => ({ kind: 'within', of: of(date), window })
  const past = within({ kind: 'between', from: null, to: facts.calendar.newest('TaiwanStockPrice') })
  if (table.name === 'TaiwanStockTradingDate' && !time) return { when: { kind: 'all' }, where: [], newest: null, date }
  if (!isEvent) {
    if (recent) return null
    // The limits of the next session are published the evening before, whichever day that is.
    if (
      table.name === 'TaiwanStockDailyPriceLimit' &&
      time?.future &&
      time.window.kind === 'next' &&
      time.window.n === 1
    )
      return {
        when: { kind: 'all' },
        where: [within({ kind: 'next', n: 10, unit: 'day' })],
        newest: { n: null, coming: true },
        date,
      }
    if (time?.future && table.name !== 'TaiwanStockTradingDate') return null
    const window: Window = time && !time.newest ? windowFor(time, table.name) : { kind: 'latest' }
    if (everyday.has(table.name) && !['latest', 'back', 'on'].includes(window.kind)) return null
    if (
      table.name !== 'TaiwanStockTradingDate' &&
      facts.calendar.dates(table.name, facts.calendar.range(window, table.name)).length === 0 &&
      !time?.future
    )
      return null
    // Rows that are folded are those of the whole time, not of its last day.
    if (spoken.count || spoken.fold || spoken.by)
      return { when: { kind: 'all' }, where: [within(window)], newest: null, date }
    return { when: window, where: [], newest: null, date }
  }
  if (time?.future && table.name === 'TaiwanStockDividendResult') return null
  // Over years, dividends are counted by the year they are of.
  if (table.name === 'TaiwanStockDividend' && time?.window.kind === 'last' && time.window.unit === 'year') return null
  const all = { when: { kind: 'all' } as const, date }
  if (recent) return { ...all, where: ahead.test(date) ? [past] : [], newest: { n: recent } }
  if (time?.future && time.newest) return { ...all, where: [within(time.window)], newest: { n: null, coming: true } }
  if (time && !time.newest && !time.now)
    return { ...all, where: [within(time.window), ...(spoken.since ? [past] : [])], newest: null }
  if (current.has(table.name) && (!spoken.dated || !time?.newest)) return { ...all, where: [], newest: null }
  if (time?.newest) return { ...all, where: ahead.test(date) ? [past] : [], newest: { n: null } }
  if (event?.period && !isNamed) {
    const [from, to] = event.period
    return {
      ...all,
      where: [(of) => ({ kind: 'during', from: of(from), to: of(to), when: { kind: 'latest' } })],
      newest: null,
    }
  }
  if (event?.without === 'coming' && !isNamed && !spoken.order)
    return { ...all, where: [within({ kind: 'next', n: 1, unit: 'month' })], newest: null }
  if (isNamed && (repeated.has(table.name) || event) && !spoken.count && !spoken.fold)
    return { ...all, where: ahead.test(date) ? [past] : [], newest: { n: null } }
  return { ...all, where: [], newest: null }
}
