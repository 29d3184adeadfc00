import { type Path, traded } from '../path.ts'
import { bits, uniform } from '../random.ts'
import type { World } from '../world.ts'

/** The best-known company is among the picks on two days of three. */
const leader = '2330'

/** Draws `count` securities of a day among those that traded and pass; one may come up more than once. */
export function pick(
  { seed, paths, pathOf }: World,
  t: number,
  salt: number,
  count: number,
  passes: (path: Path) => boolean,
): Path[] {
  const isOpen = (path: Path) => path.status[t] === traded && passes(path)
  const picked: Path[] = []
  const first = pathOf(leader)
  if (first && isOpen(first) && uniform(seed, salt, t, 999) < 0.66) picked.push(first)
  for (let n = picked.length; n < count; n++) {
    const start = bits(seed, salt, t, n)
    let best: Path | undefined
    // Of a few that pass, the one with the most money behind it: that is where such trades happen.
    for (let i = 0, seen = 0; i < paths.length && seen < 1 + (start & 3); i++) {
      const path = paths[(start + i * 37) % paths.length]!
      if (!isOpen(path)) continue
      seen++
      if (!best || path.turnover[t]! > best.turnover[t]!) best = path
    }
    if (best) picked.push(best)
  }
  return picked
}

/** Numbers rows of one security on one day from 1. */
export const counter = (): ((id: string) => number) => {
  const seen = new Map<string, number>()
  return (id) => {
    const next = (seen.get(id) ?? 0) + 1
    seen.set(id, next)
    return next
  }
}
