import { clockOf } from '../../days.ts'
import { courseOf, type IndexPath } from '../indices.ts'
import { flats, normal } from '../random.ts'

/** Points of a session: every five seconds from 09:00:00 to 13:30:00. */
export const steps = 3241
/** 13:25:00, after which orders gather for the closing auction and no index moves until 13:30:00. */
export const lastTrade = 3180
/** 13:00:00; contracts on an index settle at its average from here to the close. */
const settlementFrom = 2880

export const times: readonly string[] = Array.from({ length: steps }, (_, step) => clockOf(9 * 3600 + 5 * step))

/** The noise of a day that all indices share. */
export const marketNoise = (seed: number, t: number): Float64Array => {
  const flat = flats(seed, 3901, t)
  return Float64Array.from({ length: steps }, (_, step) => flat(step))
}

/**
 * An index through one day, in hundredths: the previous close, a walk through its course that stays between the day's
 * highest and lowest value, and the close.
 */
export function intraday(seed: number, index: IndexPath, key: number, t: number, noise: Float64Array): Int32Array {
  const values = new Int32Array(steps)
  const open = index.open[t]!
  const { high, low } = index.rangeOf(t)
  const close = index.close[t]!
  const inside = (value: number) => {
    const bounced = value > high ? 2 * high - value : value < low ? 2 * low - value : value
    return Math.max(low, Math.min(high, Math.round(bounced)))
  }
  const auction = inside(close * (1 + 0.0003 * normal(seed, 3902, key, t)))
  const course = courseOf(seed, index, t)
  const parts = course.length - 1
  course[parts] = auction
  const stepOf = (n: number) => 1 + Math.floor((n * (lastTrade - 1)) / parts)

  values[0] = t > 0 && index.close[t - 1]! > 0 ? index.close[t - 1]! : open
  values[1] = open
  const size = 0.007 * (high - low)
  const own = flats(seed ^ key, 3905, t)
  for (let n = 1; n <= parts; n++) {
    const [start, end] = [stepOf(n - 1), stepOf(n)]
    const [a, b] = [course[n - 1]!, course[n]!]
    const walk = new Float64Array(end - start + 1)
    for (let k = 1; k < walk.length; k++) walk[k] = walk[k - 1]! + 0.95 * noise[start + k]! + 0.3 * own(start + k)
    const drift = walk[walk.length - 1]!
    for (let k = 1; k < walk.length; k++) {
      const part = k / (end - start)
      values[start + k] = inside(a + (b - a) * part + size * (walk[k]! - drift * part))
    }
    values[end] = b
  }
  values.fill(auction, lastTrade + 1)
  values[steps - 1] = close
  return values
}

/** The price at which contracts on the index end: its average over the last half hour, in hundredths, not rounded. */
export function settlementLevel(seed: number, index: IndexPath, key: number, t: number): number {
  const values = intraday(seed, index, key, t, marketNoise(seed, t))
  let sum = 0
  for (let step = settlementFrom; step < steps; step++) sum += values[step]!
  return sum / (steps - settlementFrom)
}
