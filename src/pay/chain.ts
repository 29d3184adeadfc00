import { createFateReader, type FateReader } from './fate.ts'
import { createRpc, type Rpc, type RpcOptions } from './rpc.ts'
import type { Terms } from './terms.ts'
import { createToken, type Token } from './token.ts'

/** The chain as payments see it. */
export type Chain = { readonly rpc: Rpc; readonly token: Token; readonly fateOf: FateReader }

export function openChain(url: string, { asset, domain }: Terms, now: () => number, options: RpcOptions = {}): Chain {
  const rpc = createRpc(url, options)
  const token = createToken(rpc, asset, domain)
  return { rpc, token, fateOf: createFateReader(rpc, token, now) }
}
