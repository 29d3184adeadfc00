import type { IncomingMessage } from 'node:http'
import { quotaExceeded, rateHeaders, take, takeCall } from '../access/quota.ts'
import { hasSession } from '../access/sessionCookie.ts'
import type { Taken } from '../access/windows/windows.ts'
import { DamagedFile } from '../disk.ts'
import { Problem } from '../errors.ts'
import { hasPayment } from '../pay/paidRequest.ts'
import { settles } from '../pay/paymentTerms.ts'
import { warningLines } from '../query/warnings.ts'
import { failedReply } from './failed.ts'
import { addressRefusal, countWrongCredential, spentAddressRefusal, wrongCredentialRefusal } from './limits.ts'
import { isDryRun } from './request.ts'
import type { Reply } from './respond.ts'
import { type Cost, type Route, usualCost } from './route.ts'
import { anonymous, type Sender } from './sender.ts'
import type { Services } from './services.ts'

/** The credentials that a route needs, and what a request of it costs. */
export type Terms = {
  readonly cost: Cost
  /** Finds the sender; throws where it must be known and is not. */
  readonly identify: () => Sender | Promise<Sender>
  /** A name under which all calls of an hour are one. */
  readonly once?: (sender: Sender) => string | undefined
  /** The name under which a call is counted. */
  readonly countedAs?: () => string
  /** True where an answer may go without the state of the quota: it costs no call, or something was changed by it. */
  readonly mayLackRate?: boolean
}

/** A request whose sender was found; `refusal` says why it may not go on. */
type Admission = Sender & {
  readonly cost: Cost
  readonly once: string | undefined
  readonly refusal: Problem | null
}

/** The one classification of what requests cost. */
export function costOf({ agent }: Services, route: Route | null, request: IncomingMessage, query: string): Cost {
  if (route === null) return 'free'
  const { auth, cost } = route
  if (auth === 'payment') {
    const isPaid = agent !== null && settles(agent.terms) && request.method !== 'HEAD' && hasPayment(request.headers)
    return isPaid && !isDryRun(query) ? 'payment' : 'request'
  }
  return typeof cost === 'function' ? cost(query) : usualCost(route)
}

/** The failure of a request whose sender was not found: it counts against its address. */
function unidentified(services: Services, request: IncomingMessage, error: unknown): unknown {
  const isUnknown = error instanceof Problem && error.status < 500 && error.status !== 429
  return (isUnknown && addressRefusal(services, services.addresses.of(request))) || error
}

/** The refusal by address and by answers that were not read, before anything else is done for the request. */
export function refusalOf(
  services: Services,
  request: IncomingMessage,
  { caller }: Pick<Sender, 'caller'>,
  cost: Cost,
): Problem | null {
  const { addresses, unsent } = services
  if (cost === 'exempt') return null
  const isOfAddress = cost === 'request' || (caller === null && cost !== 'payment')
  return (
    (isOfAddress ? addressRefusal(services, addresses.of(request)) : null) ??
    (cost === 'payment' ? wrongCredentialRefusal(services, addresses.of(request)) : null) ??
    unsent.refusal(() => ({ userId: caller?.userId ?? null, address: addresses.of(request) }))
  )
}

const followedBy = <T, U>(value: T | Promise<T>, next: (value: T) => U | Promise<U>): U | Promise<U> =>
  value instanceof Promise ? value.then(next) : next(value)

/** Checks that the quota of a caller has a call left. */
function checkQuota({ quota }: Services, admission: Admission): Admission | Promise<Admission> {
  const { once } = admission
  const caller = admission.caller!
  const look = (): Admission | Promise<Admission> =>
    followedBy(takeCall(quota, caller, false), (taken) =>
      taken.isAllowed ? admission : { ...admission, refusal: quotaExceeded(caller.tier, taken) },
    )
  if (once === undefined) return look()
  return followedBy(take(quota, once, 1, false), ({ isAllowed }) =>
    isAllowed ? look() : { ...admission, cost: 'free' as const },
  )
}

/**
 * Admits a request, or refuses it before any work is done for it: who is calling (401), whether the address or the
 * caller may send more (429). Everything behind it, 404, 403 and 422, is the work itself.
 */
function admit(services: Services, request: IncomingMessage, terms: Terms): Admission | Promise<Admission> {
  const { cost } = terms
  const refuse = (error: unknown): never => {
    throw unidentified(services, request, error)
  }
  const proceed = (sender: Sender): Admission | Promise<Admission> => {
    const refusal = refusalOf(services, request, sender, cost)
    const admission = { ...sender, cost, once: terms.once?.(sender), refusal }
    return cost === 'call' && sender.caller && !admission.refusal ? checkQuota(services, admission) : admission
  }
  // Finding the owner of a session takes queries, which an address beyond its limit does not get.
  const mayCostQueries =
    cost === 'request' && request.headers.authorization === undefined && hasSession(request.headers)
  const refusal = mayCostQueries ? spentAddressRefusal(services, services.addresses.of(request)) : null
  if (refusal) return { ...anonymous, cost, once: undefined, refusal }
  let sender: Sender | Promise<Sender>
  try {
    sender = terms.identify()
  } catch (error) {
    return refuse(error)
  }
  return sender instanceof Promise ? sender.then(proceed, refuse) : proceed(sender)
}

/** Answers that cost no call: unchanged rows, ranges that a file does not have, refusals and faults of the service. */
const costsNothing = ({ status }: Reply): boolean => status === 304 || status === 416 || status === 429 || status >= 500

/** Charges the first of all calls that have the same name within an hour. A refused call gives the name back. */
async function chargeOnce({ quota }: Services, caller: NonNullable<Sender['caller']>, once: string) {
  if (!(await take(quota, once, 1, true)).isAllowed)
    return { isCounted: false, taken: await takeCall(quota, caller, false) }
  try {
    const taken = await takeCall(quota, caller, true)
    if (!taken.isAllowed) await quota.giveBack(once)
    return { isCounted: true, taken }
  } catch (error) {
    await quota.giveBack(once)
    throw error
  }
}

/**
 * Counts a call once its answer is known, since some answers cost none, and puts the rate-limit headers on it. Other
 * calls of the caller may have used up the quota since it was looked at.
 */
export function charge(
  services: Services,
  { caller, cost, once }: Pick<Admission, 'caller' | 'cost' | 'once'>,
  { countedAs, mayLackRate }: Pick<Terms, 'countedAs' | 'mayLackRate'>,
  reply: Reply,
  fail: (error: unknown) => Reply,
): Reply | Promise<Reply> {
  if (!caller) return reply
  const isCall = cost === 'call' && !costsNothing(reply)
  const finish = (isCounted: boolean, taken: Taken): Reply => {
    const isRefused = isCounted && !taken.isAllowed
    if (isRefused) reply.release?.()
    else if (isCounted) services.meter.count(caller, countedAs?.() ?? 'unknown')
    const answered = isRefused ? fail(quotaExceeded(caller.tier, taken)) : reply
    return { ...answered, caller, rate: rateHeaders(caller.tier, taken) }
  }
  const unknown = (error: unknown): Reply => {
    if (mayLackRate && !isCall) {
      const lines = warningLines([{ code: 'quota_unknown', param: 'Authorization' }])
      return { ...reply, headers: [...reply.headers, ...lines.flatMap((line) => ['X-Warning', line])] }
    }
    reply.release?.()
    throw error
  }
  try {
    if (isCall && once !== undefined && reply.status < 300)
      return chargeOnce(services, caller, once).then(({ isCounted, taken }) => finish(isCounted, taken), unknown)
    const taken = takeCall(services.quota, caller, isCall)
    return taken instanceof Promise ? taken.then((later) => finish(isCall, later), unknown) : finish(isCall, taken)
  } catch (error) {
    return unknown(error)
  }
}

/** Adds the cookies and warnings of its sender to a reply. */
function toSender({ cookies, warnings }: Sender, reply: Reply): Reply {
  if (cookies.length === 0 && warnings.length === 0) return reply
  // The cookie of a prolonged session must not follow that of a session which the response opens or ends.
  const prolonged = reply.headers.includes('Set-Cookie') ? [] : cookies
  const lines = [
    ...prolonged.flatMap((line) => ['Set-Cookie', line]),
    ...warnings.flatMap((line) => ['X-Warning', line]),
  ]
  return { ...reply, headers: [...reply.headers, ...lines] }
}

/**
 * Answers a request, on every route alike: who is calling, what it costs and whether it may come first, then the work,
 * then the count. `work` makes the reply for a sender that may have it.
 */
export function answerAdmitted(
  services: Services,
  request: IncomingMessage,
  id: string,
  terms: Terms,
  work: (sender: Sender) => Reply | Promise<Reply>,
): Reply | Promise<Reply> {
  const fail = (error: unknown): Reply => {
    if (error instanceof DamagedFile) services.onDamage(error)
    return failedReply(services, error, request, id)
  }
  const begin = (admission: Admission): Reply | Promise<Reply> => {
    const finish = (reply: Reply): Reply | Promise<Reply> => {
      // A payment that buys nothing is a wrong credential.
      if (admission.cost === 'payment' && reply.status >= 400 && reply.status < 500)
        countWrongCredential(services, services.addresses.of(request))
      return charge(services, admission, terms, toSender(admission, reply), fail)
    }
    let reply: Reply | Promise<Reply>
    try {
      if (admission.refusal) throw admission.refusal
      reply = work(admission)
    } catch (error) {
      return finish(fail(error))
    }
    return reply instanceof Promise ? reply.catch(fail).then(finish) : finish(reply)
  }
  try {
    const admission = admit(services, request, terms)
    return admission instanceof Promise ? admission.then(begin).catch(fail) : begin(admission)
  } catch (error) {
    return fail(error)
  }
}
