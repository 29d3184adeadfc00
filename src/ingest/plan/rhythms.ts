import type { Feed } from '../../sources/feed.ts'

/**
 * When a feed has something new, which decides what it is asked for and how long an answer is good enough.
 * - `trading`: after each trading day, by the dataset's update time.
 * - `abroad`: after each working day of markets elsewhere.
 * - `weekly`: after the last trading day of a week.
 * - `monthly`: figures of a month, known some weeks after its end.
 * - `filings`: filed by companies month by month or quarter by quarter until a deadline.
 */
export type Rhythm =
  | { readonly kind: 'trading' }
  | { readonly kind: 'abroad' }
  | { readonly kind: 'weekly' }
  /** Published on this day of the next month. */
  | { readonly kind: 'monthly'; readonly day: number }
  /** Asked daily from the end of the period until so many days after it. */
  | { readonly kind: 'filings'; readonly days: number }

const byDataset: Readonly<Record<string, Rhythm>> = {
  TaiwanStockHoldingSharesPer: { kind: 'weekly' },
  TaiwanMonthlyEconomicIndicator: { kind: 'monthly', day: 28 },
  CurrencyCirculation: { kind: 'monthly', day: 26 },
  GoldPrice: { kind: 'abroad' },
  CrudeOilPrices: { kind: 'abroad' },
  USStockPrice: { kind: 'abroad' },
  USBondYield: { kind: 'abroad' },
  CentralBankRate: { kind: 'abroad' },
}

/** Deadlines are the 10th for revenues and at most three months after the end of a quarter; then come corrections. */
const bySpan: Readonly<Record<string, Rhythm>> = {
  'TaiwanStockMonthRevenue month': { kind: 'filings', days: 20 },
  'TaiwanStockCashFlowsStatement quarter': { kind: 'filings', days: 100 },
  'TaiwanStockFinancialStatement quarter': { kind: 'filings', days: 100 },
  'TaiwanStockBalanceSheet quarter': { kind: 'filings', days: 100 },
}

export const rhythmOf = ({ dataset, span }: Feed): Rhythm =>
  bySpan[`${dataset.name} ${span}`] ?? byDataset[dataset.name] ?? { kind: 'trading' }

/** Days before the newest that a range of events is read again for: announcements come late and are corrected. */
export const eventDays = 30
/** Days of markets elsewhere that are read again: holidays there are not known here, and figures come late. */
export const abroadDays = 14
