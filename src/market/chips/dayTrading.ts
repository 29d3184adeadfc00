import { sizeOf } from '../listing.ts'
import { type Path, traded } from '../path.ts'
import { bits, uniform } from '../random.ts'

/** Part of a security's volume that is usually bought and sold within the day. */
export const dayTradingHabit = (seed: number, { security }: Path): number =>
  security.type === 'stock'
    ? (0.1 + 0.22 * uniform(seed, security.key, 1101)) * (1.15 - 0.6 * sizeOf(security))
    : 0.03 + 0.06 * uniform(seed, security.key, 1101)

/** Shares day-traded, in whole lots: more of them on lively days. */
export function dayTradingVolume(seed: number, path: Path, habit: number, t: number): number {
  if (path.status[t] !== traded) return 0
  const swing = (path.high[t]! - path.low[t]!) / path.reference[t]!
  const noise = (bits(seed, path.security.key, 1102, t) & 1023) / 1024
  return Math.floor((path.volume[t]! * Math.min(0.7, habit * (0.6 + 8 * swing + 0.5 * noise))) / 1000) * 1000
}
