import type { Caller } from '../../access/guard.ts'
import { quotaExceeded, rateHeaders, take, takeCall } from '../../access/quota.ts'
import type { Taken } from '../../access/windows/windows.ts'
import { find as findDataset } from '../../catalogue/index.ts'
import { warningLines } from '../../query/warnings.ts'
import { attempt, chain } from '../chain.ts'
import type { Reply } from '../reply.ts'
import type { ApiRequest } from '../request/apiRequest.ts'
import type { Asked } from '../router.ts'
import type { Services } from '../services.ts'
import type { Admission } from './admit.ts'
import { countWrongCredential } from './limits.ts'

/** Answers that cost no call: unchanged rows, ranges that a file does not have, refusals and faults of the service. */
const costsNothing = ({ status }: Reply): boolean => status === 304 || status === 416 || status === 429 || status >= 500

/** The name that a call is counted under: that of its dataset, where it is for one. */
function countedName({ route, params }: Asked, { sender }: Admission, { query }: ApiRequest): string {
  if (route?.counts !== undefined) return route.counts
  try {
    return route?.partOf?.(params, query).name ?? findDataset(sender.link?.dataset ?? '')?.name ?? 'unknown'
  } catch {
    return 'unknown'
  }
}

/** Charges the first of all calls that have the same name within an hour. A refused call gives the name back. */
async function takeOnce({ quota }: Services, caller: Caller, once: string) {
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
  request: ApiRequest,
  asked: Asked,
  admission: Admission,
  reply: Reply,
  fail: (error: unknown) => Reply,
): Reply | Promise<Reply> {
  const { cost, once } = admission
  const { caller } = admission.sender
  // A payment that buys nothing is a wrong credential.
  if (cost === 'payment' && reply.status >= 400 && reply.status < 500) countWrongCredential(services, request)
  if (!caller || cost === 'exempt') return reply
  const isCall = cost === 'call' && !costsNothing(reply)
  const finish = (isCounted: boolean, taken: Taken): Reply => {
    const isRefused = isCounted && !taken.isAllowed
    if (isRefused) reply.release?.()
    else if (isCounted) {
      services.meter.count(caller, countedName(asked, admission, request))
      services.quotaNear(caller, taken)
    }
    const answered = isRefused ? fail(quotaExceeded(caller.tier, taken)) : reply
    // The holder of a link does not see the quota of its owner.
    const isShown = asked.route?.auth !== 'link'
    return { ...answered, caller, rate: isShown ? rateHeaders(caller.tier, taken) : [] }
  }
  const unknown = (error: unknown): Reply => {
    // A change that was made is not reported as a failure: a new key is shown only once.
    const mayLackRate = asked.route?.auth === 'open' || asked.route?.method !== 'GET'
    if (mayLackRate && !isCall) {
      const lines = warningLines([{ code: 'quota_unknown', param: 'Authorization' }])
      return { ...reply, headers: [...reply.headers, ...lines.flatMap((line) => ['X-Warning', line])] }
    }
    reply.release?.()
    throw error
  }
  /** What is done already is sent, also where it costs more calls than are left. */
  const chargeMore = async (first: Taken): Promise<Taken> => {
    let last = first
    for (let n = 1; n < (reply.calls ?? 1) && last.isAllowed; n++) {
      last = await takeCall(services.quota, caller, true)
      if (last.isAllowed) services.meter.count(caller, countedName(asked, admission, request))
    }
    return { ...last, isAllowed: first.isAllowed }
  }
  return attempt<Reply>(
    () =>
      isCall && reply.calls !== undefined
        ? Promise.resolve(takeCall(services.quota, caller, true))
            .then(chargeMore)
            .then((taken) => finish(true, taken))
        : isCall && once !== undefined && reply.status < 300
          ? takeOnce(services, caller, once).then(({ isCounted, taken }) => finish(isCounted, taken))
          : chain(takeCall(services.quota, caller, isCall), (taken) => finish(isCall, taken)),
    unknown,
  )
}
