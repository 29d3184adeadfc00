import type { Taken } from './windows.ts'

const most = 10_000
/** Clocks drift: this long before a refusal ends, whoever counts is asked again. */
const marginMs = 1_000

type Refusal = Taken & {
  readonly limit: number
  readonly asked: number
  readonly told: number
  readonly resetMs: number
}

/**
 * Refusals that still hold: nothing frees a call before the oldest one leaves the window, so that whoever goes on asking
 * need not be looked up again. `time` is in milliseconds and starts anywhere.
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
    /** `asked` is when the question was sent; the answer was true somewhen between then and now. */
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
