import type { PaidRequest, PaidResponse } from '../../pay/paidRequest.ts'
import { settles } from '../../pay/paymentTerms.ts'
import { addressRefusal } from '../admission/limits.ts'
import type { ApiRequest } from '../request/apiRequest.ts'
import type { AgentServices, Services } from '../services.ts'

/**
 * Sells an answer. In order: no payment 402, a payment that cannot be read 400, bad parameters 422, then the paywall: a
 * payment that does not hold 402, else the answer. `offered` is the request before its parameters are read; `read` throws
 * where they are wrong.
 */
export async function sell(
  services: Services,
  { paywall, terms }: AgentServices,
  request: ApiRequest,
  offered: Pick<PaidRequest, 'offer' | 'sender'>,
  read: () => PaidRequest,
): Promise<PaidResponse> {
  // HEAD buys nothing.
  const payment = request.method === 'HEAD' ? null : await paywall.read(request.headers, offered)
  if (!payment) throw paywall.unpaid(offered)
  const beforeReplay = () => {
    // Where no money moves, the request was counted when it was admitted.
    const refusal = settles(terms) ? addressRefusal(services, request) : null
    if (refusal) throw refusal
  }
  return paywall.charge(payment, { ...read(), beforeReplay })
}
