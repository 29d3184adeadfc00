import { once } from '../once.ts'
import type { Path } from '../path.ts'
import { uniform } from '../random.ts'
import type { World } from '../world.ts'
import { sizeOf } from './eligible.ts'
import { createFlow, readFlow } from './flows.ts'
import { wave } from './waves.ts'

/** Ceilings that the law sets for telecommunications and airlines, in percent; the rest may be held in full. */
const ceilings: Readonly<Record<string, number>> = { '2412': 49, '3045': 49, '4904': 49, '2610': 49.99, '2618': 49.99 }

export const foreignCeiling = ({ security }: Path): number => ceilings[security.id] ?? 100

/**
 * Shares held by foreigners at the end of each day. A day's net buying is added in full; transfers outside the market
 * slowly return the holding to the company's own level.
 */
export const foreignShares = once((world: World, path: Path): Float64Array => {
  const { seed } = world
  const { security, first, last, shares } = path
  const size = sizeOf(security)
  const drift = wave(shares.length, 120, seed, security.key, 1041)
  const most = foreignCeiling(path) / 100 - 0.02
  const base =
    security.type === 'stock'
      ? Math.min(0.82 * most, 0.04 + 0.58 * size ** 1.4 * (0.7 + 0.6 * uniform(seed, security.key, 1042)))
      : 0.01 + 0.05 * uniform(seed, security.key, 1042)
  const pull = 0.02 - 0.014 * size
  const held = new Float64Array(shares.length)
  const flow = createFlow()
  let now = Math.round((shares[first] ?? 0) * base)
  for (let t = first; t <= last; t++) {
    if (t > first && shares[t] !== shares[t - 1]) now = Math.round((now * shares[t]!) / shares[t - 1]!)
    readFlow(world, path, t, flow)
    const level = Math.round(shares[t]! * Math.min(0.9 * most, base * (1 + 0.12 * drift[t]!)))
    now += flow.foreignBuy - flow.foreignSell + Math.round((pull * (level - now)) / 1000) * 1000
    now = Math.max(Math.round(shares[t]! * 0.002), Math.min(Math.floor(shares[t]! * most), now))
    held[t] = now
  }
  return held
})
