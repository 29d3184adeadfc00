import { RecentMap } from '../../recent.ts'
import type { Taken } from './windows.ts'

const most = 10_000
/** Clocks drift: the counter is asked again this long before a refusal ends. */
const marginMs = 1_000

type Refusal = Taken & {
  readonly limit: number
  readonly sentMs: number
  readonly receivedMs: number
  readonly resetMs: number
}

/**
 * A cache of refusals that are still valid: no call becomes free before the oldest one leaves the window, so repeated
 * requests need no look-up. `time` is in milliseconds from any origin.
 */
export function createRefusals(time: () => number) {
  const known = new RecentMap<string, Refusal>(most)
  return {
    find(key: string, limit: number): Taken | null {
      const refusal = known.get(key)
      if (!refusal || refusal.limit !== limit) return null
      const { sentMs, receivedMs, resetMs, used, resetSeconds } = refusal
      const now = time()
      if (now < sentMs || now >= sentMs + resetMs - marginMs) return null
      return {
        isAllowed: false,
        used,
        resetSeconds: Math.min(resetSeconds, Math.ceil((receivedMs + resetMs - now) / 1_000)),
      }
    },
    /** `sentMs` is when the request was sent; the answer was valid at some time since then. */
    keep(key: string, limit: number, taken: Taken, resetMs: number, sentMs: number): void {
      if (resetMs <= marginMs) return
      known.set(key, { ...taken, limit, resetMs, sentMs, receivedMs: time() })
    },
    forget: (key: string): void => void known.delete(key),
    clear: (): void => known.clear(),
  }
}
