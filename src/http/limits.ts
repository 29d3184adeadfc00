import type { IncomingMessage } from 'node:http'
import type { Caller } from '../access/guard.ts'
import { limited, quotaExceeded, rateHeaders, takeCall } from '../access/quota.ts'
import { type Taken, WindowsFull } from '../access/windows/windows.ts'
import { type Problem, problem } from '../errors.ts'
import type { Reply } from './respond.ts'
import type { Services } from './services.ts'

/** Counts a request that carries no valid key against its address; the refusal, if there is one. */
export const addressRefusal = (services: Services, request: IncomingMessage): Problem | null =>
  services.addressLimit ? refusalOf(services, services.addresses.of(request)) : null

/** The same for a known address. */
export function refusalOf({ addressLimit }: Services, address: string): Problem | null {
  if (!addressLimit) return null
  const { windows, perMinute } = addressLimit
  try {
    const { isAllowed, used, resetSeconds } = windows.take(address, perMinute, true) as Taken
    return isAllowed ? null : problem('address_limited', [used, perMinute], limited(resetSeconds))
  } catch (error) {
    // The table of addresses is full: only requests with a key are served.
    if (error instanceof WindowsFull) return problem('too_busy', [], { headers: { 'Retry-After': '1' } })
    throw error
  }
}

/** The failure of a request whose caller could not be identified; a wrong key counts against its address. */
export const unidentified = (services: Services, request: IncomingMessage, error: Problem): Problem =>
  error.status === 401 ? (addressRefusal(services, request) ?? error) : error

/** The refusal of a request whose caller or address has too many unread bytes of earlier answers. */
export const unreadRefusal = (
  { unsent, addresses }: Services,
  request: IncomingMessage,
  caller: Caller | null,
): Problem | null => unsent.refusal(() => ({ userId: caller?.userId ?? null, address: addresses.of(request) }))

/** The refusal of a caller whose quota is used up, before any work is done for the call. */
export async function quotaRefusal({ quota }: Services, caller: Caller): Promise<Problem | null> {
  const taken = await takeCall(quota, caller, false)
  return taken.isAllowed ? null : quotaExceeded(caller.tier, taken)
}

/** `counted`: the call is counted; `looked`: it is refused beyond the limit but not counted; `free`: neither. */
export type Counting = 'counted' | 'looked' | 'free'

/**
 * Puts the rate-limit headers on an answer. A call is counted after its answer is known, since some answers cost
 * nothing; one beyond the limit is refused whatever its answer would have been, unless it is `free`.
 */
export function withQuota(
  { quota }: Services,
  caller: Caller,
  reply: Reply,
  counting: Counting,
  refuse: (error: Problem) => Reply,
  onCounted?: () => void,
): Reply | Promise<Reply> {
  const fail = (error: unknown): never => {
    reply.release?.()
    throw error
  }
  try {
    const taken = takeCall(quota, caller, counting === 'counted')
    return taken instanceof Promise
      ? taken.then((later) => counted(caller, reply, counting, later, refuse, onCounted), fail)
      : counted(caller, reply, counting, taken, refuse, onCounted)
  } catch (error) {
    return fail(error)
  }
}

function counted(
  caller: Caller,
  reply: Reply,
  counting: Counting,
  taken: Taken,
  refuse: (error: Problem) => Reply,
  onCounted: (() => void) | undefined,
): Reply {
  const isRefused = counting !== 'free' && !taken.isAllowed
  if (isRefused) reply.release?.()
  else if (counting === 'counted') onCounted?.()
  const answered = isRefused ? refuse(quotaExceeded(caller.tier, taken)) : reply
  return { ...answered, caller, rate: rateHeaders(caller.tier, taken) }
}
