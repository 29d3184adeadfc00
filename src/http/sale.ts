import type { IncomingHttpHeaders } from 'node:http'
import type { PaidRequest, PaidResponse } from '../pay/paidRequest.ts'
import { settles } from '../pay/paymentTerms.ts'
import { addressRefusal } from './limits.ts'
import type { AgentServices, Services } from './services.ts'

type Buying = {
  /** The headers that a payment is read from; null for a request that buys nothing. */
  readonly headers: IncomingHttpHeaders | null
  /** The request before its parameters are read: its offer and its sender. */
  readonly offered: Pick<PaidRequest, 'offer' | 'sender'>
  /** Reads the parameters; throws where they are wrong. */
  readonly read: () => PaidRequest
}

/**
 * Sells an answer. In order: no payment 402, a payment that cannot be read 400, bad parameters 422, then the paywall: a
 * payment that does not hold 402, else the answer.
 */
export async function sell(
  services: Services,
  { paywall, terms }: AgentServices,
  { headers, offered, read }: Buying,
): Promise<PaidResponse> {
  const payment = headers && (await paywall.read(headers, offered))
  if (!payment) throw paywall.unpaid(offered)
  const beforeReplay = () => {
    // Where no money moves, the request was counted when it was admitted.
    const refusal = settles(terms) ? addressRefusal(services, offered.sender) : null
    if (refusal) throw refusal
  }
  return paywall.charge(payment, { ...read(), beforeReplay })
}
