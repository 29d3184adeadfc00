import type { Use } from '../store/usage.ts'
import type { Caller } from './guard.ts'

/** Calls that counted since the last look, and when each key was last used. */
export type Used = { readonly uses: Use[]; readonly lastUsed: Map<number, string> }

export type Meter = {
  readonly count: (caller: Caller, dataset: string) => void
  /** What was counted since the last time, or null; it is the caller's to keep. */
  readonly drain: () => Used | null
}

const taipeiMs = 8 * 3_600_000

/** The Taipei date of an instant. */
export const taipeiDay = (at: Date): string => new Date(at.getTime() + taipeiMs).toISOString().slice(0, 10)

/** Counts in memory what a thread has served; writing it down is somebody else's work. */
export function createMeter(now: () => Date): Meter {
  let counts = new Map<string, { userId: number; keyId: number; dataset: string; calls: number }>()
  return {
    count({ userId, keyId }, dataset) {
      if (keyId === null) return
      const name = `${keyId} ${dataset}`
      const known = counts.get(name)
      if (known) known.calls++
      else counts.set(name, { userId, keyId, dataset, calls: 1 })
    },
    drain() {
      if (counts.size === 0) return null
      const at = now()
      const day = taipeiDay(at)
      const uses = [...counts.values()].map((use) => ({ day, ...use }))
      counts = new Map()
      return { uses, lastUsed: new Map(uses.map(({ keyId }) => [keyId, at.toISOString()])) }
    },
  }
}
