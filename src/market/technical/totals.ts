import type { IndexPath } from '../indices.ts'
import type { Path } from '../path.ts'
import type { World } from '../world.ts'

/** Trading totals of a group of securities, one value per position, the first at `from`. */
type Totals = ReturnType<typeof totalsOf>

/** Adds up the securities that are in the group on each day from position `from` to `to`. */
export function totalsOf(
  { paths, calendar }: World,
  from: number,
  to: number,
  isMember: (path: Path, day: number) => boolean,
) {
  const size = Math.max(0, to - from + 1)
  const totals = {
    volume: new Float64Array(size),
    turnover: new Float64Array(size),
    trades: new Float64Array(size),
  }
  for (const path of paths) {
    const { security, volume, turnover, trades } = path
    // Only a security that moved between the markets can enter or leave a group.
    const isFixed = security.transferred === null
    if (isFixed && !isMember(path, calendar.days[from]!)) continue
    for (let t = Math.max(from, path.first); t <= Math.min(to, path.last); t++) {
      if (!isFixed && !isMember(path, calendar.days[t]!)) continue
      totals.volume[t - from]! += volume[t]!
      totals.turnover[t - from]! += turnover[t]!
      totals.trades[t - from]! += trades[t]!
    }
  }
  return totals
}

/** First position at which any price is published. */
export const longStart = ({ paths, firstOf, through }: World): number => {
  let start = through
  for (const path of paths) if (path.last >= path.first) start = Math.min(start, firstOf(path))
  return start
}

/** Hundredths of a point to a decimal of four places. */
const places = 100

/** The columns that every table of index bars shares, from the index and the volume of its constituents. */
export const barOf = ({ open, rangeOf, close }: IndexPath, t: number, totals: Totals, from: number) => ({
  open: open[t]! * places,
  high: rangeOf(t).high * places,
  low: rangeOf(t).low * places,
  close: close[t]! * places,
  spread: t > 0 && close[t - 1]! > 0 ? (close[t]! - close[t - 1]!) * places : null,
  volume: totals.volume[t - from]!,
  turnover: totals.turnover[t - from]! * 100,
  trade_count: totals.trades[t - from]!,
})
