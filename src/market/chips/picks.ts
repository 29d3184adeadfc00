import { type Path, traded } from '../path.ts'
import { bits, uniform } from '../random.ts'
import type { World } from '../world.ts'

/** The best-known company is among the picks on two days of three. */
const leader = '2330'

/**
 * Draws `count` securities of a day among those that traded and pass; one may come up more than once. `row` has the
 * columns of the n-th pick; `seq` numbers the rows of a security.
 */
export function pick(
  { seed, calendar, paths, pathOf }: World,
  t: number,
  salt: number,
  count: number,
  passes: (path: Path) => boolean,
) {
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
  const counts = new Map<string, number>()
  return picked.map((path, n) => {
    const { id, name } = path.security
    const seq = (counts.get(id) ?? 0) + 1
    counts.set(id, seq)
    return { path, n, row: { stock_id: id, trade_date: calendar.days[t]!, seq, stock_name: name } }
  })
}
