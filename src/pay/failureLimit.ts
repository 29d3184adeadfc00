type LimitState = { readonly isAllowed: boolean; readonly used: number; readonly resetSeconds: number }

/** Counts the invalid payments of an address, to limit them. */
export type FailureLimit = {
  readonly limit: number
  /** Whether the address may try again, or in how many seconds it may. */
  readonly check: (address: string) => LimitState | Promise<LimitState>
  readonly record: (address: string) => unknown
}

const windowMs = 60_000
const mostAddresses = 20_000

/** Counts in this thread only, by the minute, in bounded memory. */
export function createFailureLimit(limit: number, now: () => number): FailureLimit {
  const seen = new Map<string, { used: number; until: number }>()
  const live = (address: string) => {
    const found = seen.get(address)
    return found && found.until > now() ? found : undefined
  }
  return {
    limit,
    check(address) {
      const { used, until } = live(address) ?? { used: 0, until: now() }
      return { isAllowed: used < limit, used, resetSeconds: Math.ceil((until - now()) / 1000) }
    },
    record(address) {
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
