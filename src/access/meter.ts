import { taipeiDate } from '../days.ts'
import type { Use } from '../store/usage.ts'
import type { Caller } from './guard.ts'

/** Calls counted since the last `drain`, and the last use of each key. */
export type Used = { readonly uses: Use[]; readonly lastUsed: Map<number, string> }

export type Meter = ReturnType<typeof createMeter>

/** Counts the calls of a thread in memory; the main thread stores them. */
export function createMeter(now: () => Date) {
  /** By key and dataset. */
  let counts = new Map<number, Map<string, { userId: number; keyId: number; dataset: string; calls: number }>>()
  return {
    count({ userId, keyId }: Caller, dataset: string): void {
      if (keyId === null) return
      let own = counts.get(keyId)
      if (!own) {
        own = new Map()
        counts.set(keyId, own)
      }
      const known = own.get(dataset)
      if (known) known.calls++
      else own.set(dataset, { userId, keyId, dataset, calls: 1 })
    },
    /** Returns and clears the counts; null where there are none. */
    drain(): Used | null {
      if (counts.size === 0) return null
      const at = now()
      const day = taipeiDate(at)
      const uses = [...counts.values()].flatMap((own) => [...own.values()].map((use) => ({ day, ...use })))
      counts = new Map()
      return { uses, lastUsed: new Map(uses.map(({ keyId }) => [keyId, at.toISOString()])) }
    },
  }
}
