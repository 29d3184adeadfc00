/** Counts the invalid payments of an address, to limit them. */
export type FailureLimit = ReturnType<typeof createFailureLimit>

const windowMs = 60_000
const mostAddresses = 20_000

/** Counts in this thread only, by the minute, in bounded memory. */
export function createFailureLimit(limit: number, now: () => number) {
  const seen = new Map<string, { used: number; until: number }>()
  const live = (address: string) => {
    const found = seen.get(address)
    return found && found.until > now() ? found : undefined
  }
  return {
    limit,
    /** Whether the address may try again, or in how many seconds it may. */
    check(address: string) {
      const { used, until } = live(address) ?? { used: 0, until: now() }
      return { isAllowed: used < limit, used, resetSeconds: Math.ceil((until - now()) / 1000) }
    },
    record(address: string): void {
      const found = live(address)
      if (found) {
        found.used++
        return
      }
      // A map keeps insertion order, so the first key is the oldest.
      seen.delete(address)
      if (seen.size >= mostAddresses) seen.delete(seen.keys().next().value!)
      seen.set(address, { used: 1, until: now() + windowMs })
    },
  }
}
