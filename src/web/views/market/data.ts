import type { Fetched } from '../../fetched.ts'

/** Everything that the market page shows. Rows are newest first. */
export type MarketData = {
  readonly taiex: Fetched
  readonly tpex: Fetched
  readonly taiexTicks: Fetched
  readonly tpexTicks: Fetched
  /** Changes of all securities over the days of the breadth. */
  readonly spreads: Fetched
  readonly prices: Fetched
  readonly limits: Fetched
  readonly overview: Fetched
  readonly institutions: Fetched
  readonly margin: Fetched
  readonly sectors: Fetched
  readonly fearGreed: Fetched
  readonly futures: Fetched
  readonly options: Fetched
  readonly putCall: Fetched
  readonly dollar: Fetched
  readonly currencies: Fetched
}
