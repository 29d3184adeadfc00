/** What a response said of the quota of the key. */
export type RateLimit = {
  readonly limit: number
  readonly remaining: number
  readonly tier: string
}

const numberOf = (text: string | null): number | null => (text !== null && /^\d+$/.test(text) ? Number(text) : null)

export function rateLimitOf(headers: Headers): RateLimit | null {
  const limit = numberOf(headers.get('x-ratelimit-limit'))
  const remaining = numberOf(headers.get('x-ratelimit-remaining'))
  return limit === null || remaining === null ? null : { limit, remaining, tier: headers.get('x-ratelimit-tier') ?? '' }
}

/** Calls slow down when fewer than this remain in the hour. */
const fewCalls = 50

/** Milliseconds to wait before a call when few remain: `unitMs` at 49, twice as much at 24, 50 times as much at 0. */
const slowDelay = (remaining: number, unitMs: number): number =>
  remaining >= fewCalls ? 0 : (unitMs * fewCalls) / (remaining + 1)

/** When the next request of a client may be sent. All requests of the client share it. */
export function createPacing(slowDownMs: number) {
  let notBefore = 0
  let last: RateLimit | null = null
  return {
    last: () => last,
    /** Milliseconds until a request may be sent; the next one is spaced after it. */
    delay(): number {
      const now = Date.now()
      const at = Math.max(now, notBefore)
      if (last !== null) notBefore = Math.max(notBefore, at + slowDelay(last.remaining, slowDownMs))
      return at - now
    },
    saw(headers: Headers): void {
      const seen = rateLimitOf(headers)
      if (seen === null) return
      const isFirst = last === null || last.remaining >= fewCalls
      last = seen
      // The first response that tells of few calls delays the next request, which is not spaced yet.
      if (isFirst) notBefore = Math.max(notBefore, Date.now() + slowDelay(seen.remaining, slowDownMs))
    },
    /** The quota is used up: no request of this client is sent for so long. */
    pause(ms: number): void {
      notBefore = Math.max(notBefore, Date.now() + ms)
    },
  }
}

export type Pacing = ReturnType<typeof createPacing>
