import { createOutcomeReader } from './authorizationOutcome.ts'
import type { PaymentTerms } from './paymentTerms.ts'
import { createRpc, type RpcOptions } from './rpc.ts'
import { createToken } from './token.ts'

/** The chain: its node, the token and the outcomes of authorizations. */
export type Chain = Readonly<ReturnType<typeof openChain>>

export function openChain(url: string, { asset, domain }: PaymentTerms, now: () => number, options: RpcOptions = {}) {
  const rpc = createRpc(url, options)
  const token = createToken(rpc, asset, domain)
  return { rpc, token, outcomeOf: createOutcomeReader(rpc, token, now) }
}
