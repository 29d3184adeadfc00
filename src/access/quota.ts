import { type Tier, tiers } from '../catalogue/dataset.ts'
import { type Problem, problem } from '../errors.ts'
import type { Caller } from './guard.ts'
import { callsPerHour } from './plans.ts'
import { CounterDown, type Taken, type Windows, WindowsFull } from './windows/windows.ts'

export const quotaWindow = { seconds: 3_600, bucketMs: 60_000 } as const

const windowSeconds = String(quotaWindow.seconds)

/** The limit of a tier in the form of its headers. */
const limits = Object.fromEntries(
  tiers.map((tier) => {
    const limit = String(callsPerHour(tier))
    return [tier, { limit, policy: `"hour";q=${limit};w=${windowSeconds}` }]
  }),
) as Record<Tier, { readonly limit: string; readonly policy: string }>

/** The rate-limit headers, as alternating names and values. */
export function rateHeaders(tier: Tier, { used, resetSeconds }: Taken): string[] {
  const { limit, policy } = limits[tier]
  const left = String(remaining(tier, used))
  return [
    'X-RateLimit-Limit',
    limit,
    'X-RateLimit-Window',
    windowSeconds,
    'X-RateLimit-Tier',
    tier,
    'RateLimit-Policy',
    policy,
    'X-RateLimit-Remaining',
    left,
    'RateLimit',
    `"hour";r=${left};t=${resetSeconds}`,
  ]
}

export const remaining = (tier: Tier, used: number): number => Math.max(0, callsPerHour(tier) - used)

export const quotaExceeded = (tier: Tier, { used, resetSeconds }: Taken): Problem =>
  problem('quota_exceeded', [used, callsPerHour(tier), tier], limited(resetSeconds))

/** A 429 with the seconds to wait. */
export const limited = (seconds: number) => ({
  extra: { retry_after_seconds: seconds },
  headers: { 'Retry-After': String(seconds) },
})

const down = (error: unknown): Problem =>
  problem('unavailable', [{ en: 'the counter of calls does not answer', zh: '呼叫次數計數器沒有回應' }], {
    headers: { 'Retry-After': '5' },
    cause: error,
  })

/** Counts a user's call, over all keys, or checks without counting; 503 where the counter is down. */
export const takeCall = (windows: Windows, caller: Caller, counts: boolean): Taken | Promise<Taken> =>
  take(windows, caller.userId, callsPerHour(caller.tier), counts)

/** Counts in a window; throws 503 where the counter is down. */
export function take(windows: Windows, key: string | number, limit: number, counts: boolean): Taken | Promise<Taken> {
  try {
    const taken = windows.take(key, limit, counts)
    return taken instanceof Promise ? taken.catch(fail) : taken
  } catch (error) {
    return fail(error)
  }
}

function fail(error: unknown): never {
  throw error instanceof CounterDown || error instanceof WindowsFull ? down(error) : error
}
