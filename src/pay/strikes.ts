/** Counts what an address has done wrong within a minute; the memory it takes is bounded. */
export type Strikes = {
  /** Seconds until it may try again; 0 where it may. */
  readonly waitOf: (address: string) => number
  readonly add: (address: string) => void
  readonly countOf: (address: string) => number
  readonly limit: number
}

const windowMs = 60_000
const mostAddresses = 20_000

export function createStrikes(limit: number, now: () => number): Strikes {
  const seen = new Map<string, { count: number; until: number }>()
  const live = (address: string) => {
    const found = seen.get(address)
    return found && found.until > now() ? found : undefined
  }
  return {
    limit,
    countOf: (address) => live(address)?.count ?? 0,
    waitOf(address) {
      const found = live(address)
      return found && found.count >= limit ? Math.max(1, Math.ceil((found.until - now()) / 1000)) : 0
    },
    add(address) {
      const found = live(address)
      if (found) {
        found.count++
        return
      }
      // The oldest goes first: a map keeps the order in which its keys came.
      seen.delete(address)
      if (seen.size >= mostAddresses) seen.delete(seen.keys().next().value!)
      seen.set(address, { count: 1, until: now() + windowMs })
    },
  }
}
