import { clockOf } from '../../days.ts'
import type { IndexPath } from '../indices.ts'
import { bits, normal, uniform } from '../random.ts'

/** Points of a session: every five seconds from 09:00:00 to 13:30:00. */
export const steps = 3241
/** 13:25:00, after which orders gather for the closing auction and no index moves until 13:30:00. */
export const lastTrade = 3180
/** 13:00:00; contracts on an index settle at its average from here to the close. */
const settlementFrom = 2880

export const times: readonly string[] = Array.from({ length: steps }, (_, step) => clockOf(9 * 3600 + 5 * step))

const unit = (seed: number, a: number, b: number, c: number): number =>
  (bits(seed, a, b, c) / 4294967296 - 0.5) * Math.sqrt(12)

/** The noise of a day that all indices share. */
export const marketNoise = (seed: number, t: number): Float64Array =>
  Float64Array.from({ length: steps }, (_, step) => unit(seed, 3901, t, step))

/**
 * An index through one day, in hundredths: the previous close, the open, a walk that touches the day's highest and
 * lowest value and stays between them, and the close.
 */
export function intraday(seed: number, index: IndexPath, key: number, t: number, noise: Float64Array): Int32Array {
  const values = new Int32Array(steps)
  const open = index.open[t]!
  const high = index.high[t]!
  const low = index.low[t]!
  const close = index.close[t]!
  const inside = (value: number) => {
    const bounced = value > high ? 2 * high - value : value < low ? 2 * low - value : value
    return Math.max(low, Math.min(high, Math.round(bounced)))
  }
  const auction = inside(close * (1 + 0.0003 * normal(seed, 3902, key, t)))
  const anchors: [step: number, value: number][] = [[1, open]]
  const at = (salt: number) => 2 + Math.floor((lastTrade - 4) * uniform(seed, salt, key, t))
  const highAt = at(3903)
  const lowAt = at(3904)
  if (high > open && high > close) anchors.push([highAt, high])
  if (low < open && low < close) anchors.push([lowAt === highAt ? lowAt + 1 : lowAt, low])
  anchors.sort(([a], [b]) => a - b)
  anchors.push([lastTrade, auction])

  values[0] = t > 0 && index.close[t - 1]! > 0 ? index.close[t - 1]! : open
  values[1] = open
  const size = 0.011 * (high - low)
  for (let n = 1; n < anchors.length; n++) {
    const [start, a] = anchors[n - 1]!
    const [end, b] = anchors[n]!
    const walk = new Float64Array(end - start + 1)
    for (let k = 1; k < walk.length; k++)
      walk[k] = walk[k - 1]! + 0.75 * noise[start + k]! + 0.66 * unit(seed ^ key, 3905, t, start + k)
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
