import { RecentMap } from '../recent.ts'

/** Counts by name within a minute, to limit the invalid payments of an address and the replays of a payment. */
export type MinuteLimit = ReturnType<typeof createMinuteLimit>

const windowMs = 60_000
const mostNames = 20_000

/** Counts in this thread only, by the minute, in bounded memory. */
export function createMinuteLimit(limit: number, now: () => number) {
  const seen = new RecentMap<string, { used: number; until: number }>(mostNames)
  const live = (name: string) => {
    const found = seen.get(name)
    return found && found.until > now() ? found : undefined
  }
  return {
    limit,
    /** Whether the name may come again, or in how many seconds it may. */
    check(name: string) {
      const { used, until } = live(name) ?? { used: 0, until: now() }
      return { isAllowed: used < limit, used, resetSeconds: Math.ceil((until - now()) / 1000) }
    },
    record(name: string): void {
      const found = live(name)
      if (found) found.used++
      else seen.set(name, { used: 1, until: now() + windowMs })
    },
  }
}
