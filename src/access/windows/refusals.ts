import type { Taken } from './windows.ts'

const most = 10_000
/** Clocks drift: the counter is asked again this long before a refusal ends. */
const marginMs = 1_000

type Refusal = Taken & {
  readonly limit: number
  readonly asked: number
  readonly told: number
  readonly resetMs: number
}

/**
 * A cache of refusals that are still valid: no call becomes free before the oldest one leaves the window, so repeated
 * requests need no look-up. `time` is in milliseconds from any origin.
 */
export function createRefusals(time: () => number) {
  const known = new Map<string, Refusal>()
  return {
    find(key: string, limit: number): Taken | null {
      const refusal = known.get(key)
      if (!refusal || refusal.limit !== limit) return null
      const { asked, told, resetMs, used, resetSeconds } = refusal
      const now = time()
      if (now < asked || now >= asked + resetMs - marginMs) return null
      return { isAllowed: false, used, resetSeconds: Math.min(resetSeconds, Math.ceil((told + resetMs - now) / 1_000)) }
    },
    /** `asked` is when the request was sent; the answer was valid at some time since then. */
    keep(key: string, limit: number, taken: Taken, resetMs: number, asked: number): void {
      if (resetMs <= marginMs) return
      known.delete(key)
      if (known.size >= most) known.delete(known.keys().next().value!)
      known.set(key, { ...taken, limit, resetMs, asked, told: time() })
    },
    forget: (key: string): void => void known.delete(key),
    clear: (): void => known.clear(),
  }
}
