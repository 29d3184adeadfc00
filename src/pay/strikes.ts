type Looked = { readonly isAllowed: boolean; readonly used: number; readonly resetSeconds: number }

/** Counts what an address has done wrong; the counters that threads and machines share have the same shape. */
export type Strikes = {
  readonly limit: number
  /** Whether it may try once more, and in how many seconds it may otherwise. */
  readonly look: (address: string) => Looked | Promise<Looked>
  readonly add: (address: string) => unknown
}

const windowMs = 60_000
const mostAddresses = 20_000

/** Counts in this thread alone, by the minute; the memory it takes is bounded. */
export function createStrikes(limit: number, now: () => number): Strikes {
  const seen = new Map<string, { used: number; until: number }>()
  const live = (address: string) => {
    const found = seen.get(address)
    return found && found.until > now() ? found : undefined
  }
  return {
    limit,
    look(address) {
      const { used, until } = live(address) ?? { used: 0, until: now() }
      return { isAllowed: used < limit, used, resetSeconds: Math.ceil((until - now()) / 1000) }
    },
    add(address) {
      const found = live(address)
      if (found) {
        found.used++
        return
      }
      // The oldest goes first: a map keeps the order in which its keys came.
      seen.delete(address)
      if (seen.size >= mostAddresses) seen.delete(seen.keys().next().value!)
      seen.set(address, { used: 1, until: now() + windowMs })
    },
  }
}
