import type { Feed } from '../../sources/feed.ts'

/**
 * When a feed publishes, which decides the requested days and how long a response stays valid.
 * - `trading`: after each trading day, by the dataset's update time.
 * - `abroad`: after each working day of foreign markets.
 * - `weekly`: after the last trading day of a week.
 * - `monthly`: some weeks after the end of a month.
 * - `filings`: by companies, per month or quarter, until a deadline.
 */
export type FeedSchedule =
  | { readonly kind: 'trading' }
  | { readonly kind: 'abroad' }
  | { readonly kind: 'weekly' }
  /** Published on this day of the next month. */
  | { readonly kind: 'monthly'; readonly day: number }
  /** Requested daily from the end of the period until this many days after it. */
  | { readonly kind: 'filings'; readonly days: number }

const byDataset: Readonly<Record<string, FeedSchedule>> = {
  TaiwanStockHoldingSharesPer: { kind: 'weekly' },
  TaiwanMonthlyEconomicIndicator: { kind: 'monthly', day: 28 },
  CurrencyCirculation: { kind: 'monthly', day: 26 },
  GoldPrice: { kind: 'abroad' },
  CrudeOilPrices: { kind: 'abroad' },
  USStockPrice: { kind: 'abroad' },
  USBondYield: { kind: 'abroad' },
  CentralBankRate: { kind: 'abroad' },
}

/** Deadlines are the 10th for revenues and at most three months after a quarter's end; corrections follow. */
const bySpan: Readonly<Record<string, FeedSchedule>> = {
  'TaiwanStockMonthRevenue month': { kind: 'filings', days: 20 },
  'TaiwanStockCashFlowsStatement quarter': { kind: 'filings', days: 100 },
  'TaiwanStockFinancialStatement quarter': { kind: 'filings', days: 100 },
  'TaiwanStockBalanceSheet quarter': { kind: 'filings', days: 100 },
}

export const scheduleOf = ({ dataset, span }: Feed): FeedSchedule =>
  bySpan[`${dataset.name} ${span}`] ?? byDataset[dataset.name] ?? { kind: 'trading' }

/** Days of announcements that are fetched again, because they come late and are corrected. */
export const eventDays = 30
/** Days of foreign markets that are fetched again, because their holidays are unknown and figures come late. */
export const abroadDays = 14
