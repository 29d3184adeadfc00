/** How failed requests are repeated. */
export type RetryOptions = {
  /** Repetitions after the first attempt; 0 for none. */
  readonly retries: number
  /** First delay without an instruction of the server; it doubles each time. */
  readonly baseMs: number
  /** Longest delay. A server that asks for a longer one makes the request fail at once. */
  readonly maxDelayMs: number
}

export const retryDefaults: RetryOptions = { retries: 5, baseMs: 500, maxDelayMs: 120_000 }

/** Statuses after which the same request may work: the service's own, and those of proxies before it. */
export const retriedStatuses: ReadonlySet<number> = new Set([408, 429, 502, 503, 504])

const spread = 0.2
/** With it, the earliest moment of the spread is the one that the server named. */
const margin = 1 / (1 - spread)

/**
 * Milliseconds to wait before attempt `n + 1`: a delay that doubles each time, on top of what the server asks for, give
 * or take 20 percent, and never less than the server asks for.
 */
export function delayBefore(n: number, askedSeconds: number | null, { baseMs, maxDelayMs }: RetryOptions): number {
  const jitter = 1 - spread + 2 * spread * Math.random()
  if (askedSeconds === null) return Math.min(baseMs * 2 ** (n - 1), maxDelayMs) * jitter
  // Asked for the second time, the server's number alone was not enough.
  const backoff = n > 1 ? Math.min(baseMs * 2 ** (n - 2), maxDelayMs) : 0
  return (askedSeconds * 1_000 * margin + backoff) * jitter
}

/** `retry_after_seconds` of a body, or `Retry-After`: seconds, or a date. */
export function askedDelay(headers: Headers, body: unknown): number | null {
  const told = (body as { retry_after_seconds?: unknown } | null)?.retry_after_seconds
  if (typeof told === 'number' && Number.isFinite(told) && told >= 0) return told
  const header = headers.get('retry-after')
  if (header === null) return null
  if (/^\d+$/.test(header.trim())) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, (at - Date.now()) / 1_000)
}

/** A longer timer would run out at once. */
export const longestTimer = 2 ** 31 - 1

/** Waits; rejects with the signal's reason as soon as it is aborted. */
export const wait = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal!.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      },
      Math.min(ms, longestTimer),
    )
    signal?.addEventListener('abort', onAbort, { once: true })
  })
