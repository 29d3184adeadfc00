import { quotaExceeded, take, takeCall } from '../../access/quota.ts'
import { hasSession } from '../../access/sessionCookie.ts'
import { Problem } from '../../errors.ts'
import { hasPayment } from '../../pay/paidRequest.ts'
import { settles } from '../../pay/paymentTerms.ts'
import { attempt, chain } from '../chain.ts'
import type { Reply } from '../reply.ts'
import type { ApiRequest, Sender } from '../request/apiRequest.ts'
import { isDryRun } from '../request/query.ts'
import { type Cost, type Route, usualCost } from '../route.ts'
import type { Asked } from '../router.ts'
import type { Services } from '../services.ts'
import { addressRefusal, spentAddressRefusal, wrongCredentialRefusal } from './limits.ts'
import { anonymous, identify } from './sender.ts'

/** A request whose sender was found. */
export type Admission = {
  readonly sender: Sender
  readonly cost: Cost
  /** A name under which all calls of an hour are one. */
  readonly once: string | undefined
  /** Why it may not go on. */
  readonly refusal: Problem | null
  /** The answer, where it was ready. */
  readonly ready?: Reply
}

/** The one classification of what requests cost. */
function costOf(
  { agent }: Pick<Services, 'agent'>,
  { method, headers, query, internal }: Pick<ApiRequest, 'method' | 'headers' | 'query' | 'internal'>,
  route: Route | null,
): Cost {
  if (internal) return 'exempt'
  if (route === null) return 'free'
  const { auth, cost } = route
  if (auth === 'payment') {
    const isPaid = agent !== null && settles(agent.terms) && method !== 'HEAD' && hasPayment(headers)
    return isPaid && !isDryRun(query) ? 'payment' : 'request'
  }
  return typeof cost === 'function' ? cost(query) : usualCost(route)
}

/** The refusal by address and by answers that were not read, before anything else is done for the request. */
function refusalOf(services: Services, request: ApiRequest, { caller }: Sender, cost: Cost): Problem | null {
  if (cost === 'exempt') return null
  const isOfAddress = cost === 'request' || (caller === null && cost !== 'payment')
  return (
    (isOfAddress ? addressRefusal(services, request) : null) ??
    (cost === 'payment' ? wrongCredentialRefusal(services, request) : null) ??
    services.unsent.refusal(() => ({ userId: caller?.userId ?? null, address: request.address }))
  )
}

/** Checks that the quota of a caller has a call left. */
function checkQuota({ quota }: Services, admission: Admission): Admission | Promise<Admission> {
  const { once } = admission
  const caller = admission.sender.caller!
  const look = (): Admission | Promise<Admission> =>
    chain(takeCall(quota, caller, false), (taken) =>
      taken.isAllowed ? admission : { ...admission, refusal: quotaExceeded(caller.tier, taken) },
    )
  if (once === undefined) return look()
  return chain(take(quota, once, 1, false), ({ isAllowed }) => (isAllowed ? look() : { ...admission, cost: 'free' }))
}

/**
 * Admits a request, or refuses it before any work is done for it: who is calling (401), whether the address or the
 * caller may send more (429).
 */
export function admit(services: Services, request: ApiRequest, asked: Asked): Admission | Promise<Admission> {
  const cost = costOf(services, request, asked.route)
  // Finding the owner of a session takes queries, which an address beyond its limit does not get.
  const mayCostQueries =
    cost === 'request' && request.headers.authorization === undefined && hasSession(request.headers)
  const spent = mayCostQueries ? spentAddressRefusal(services, request) : null
  if (spent) return { sender: anonymous, cost, once: undefined, refusal: spent }

  const unidentified = (error: unknown): never => {
    const isUnknown = error instanceof Problem && error.status < 500 && error.status !== 429
    throw (isUnknown && addressRefusal(services, request)) || error
  }
  return chain(
    attempt<Sender>(() => identify(services, request, asked), unidentified),
    (sender) => {
      const refusal = refusalOf(services, request, sender, cost)
      const once = asked.route?.once?.(asked.params, sender)
      const admission = { sender, cost, once, refusal }
      if (cost !== 'call' || !sender.caller || refusal) return admission
      const ready = asked.route?.ready?.(request, sender.caller, services)
      return ready ? { ...admission, ready } : checkQuota(services, admission)
    },
  )
}
