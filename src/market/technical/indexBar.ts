import type { IndexPath } from '../indices.ts'
import type { Totals } from './totals.ts'

/** Hundredths of a point to a decimal of four places. */
const places = 100

/** The columns that every table of index bars shares, from the index and the volume of its constituents. */
export const barOf = ({ open, high, low, close }: IndexPath, t: number, totals: Totals, from: number) => ({
  open: open[t]! * places,
  high: high[t]! * places,
  low: low[t]! * places,
  close: close[t]! * places,
  spread: t > 0 && close[t - 1]! > 0 ? (close[t]! - close[t - 1]!) * places : null,
  volume: totals.volume[t - from]!,
  turnover: totals.turnover[t - from]! * 100,
  trade_count: totals.trades[t - from]!,
})
