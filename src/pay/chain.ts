import { createOutcomeReader, type OutcomeReader } from './outcome.ts'
import type { PaymentTerms } from './paymentTerms.ts'
import { createRpc, type Rpc, type RpcOptions } from './rpc.ts'
import { createToken, type Token } from './token.ts'

/** The chain: its node, the token and the outcomes of authorizations. */
export type Chain = { readonly rpc: Rpc; readonly token: Token; readonly outcomeOf: OutcomeReader }

export function openChain(
  url: string,
  { asset, domain }: PaymentTerms,
  now: () => number,
  options: RpcOptions = {},
): Chain {
  const rpc = createRpc(url, options)
  const token = createToken(rpc, asset, domain)
  return { rpc, token, outcomeOf: createOutcomeReader(rpc, token, now) }
}
