import {
  type Authorization,
  domainSeparator,
  type Signature,
  separatorCall,
  stateCall,
  type TokenDomain,
  transferCall,
} from './eip3009.ts'
import { quantity, type Rpc, Unavailable } from './rpc.ts'

export type Head = { readonly number: bigint; readonly time: number }

/** The settings do not fit the chain. */
export class WrongChain extends Error {
  override name = 'WrongChain'
}

const boolean = (value: boolean): string => `0x${'0'.repeat(63)}${value ? 1 : 0}`

/** The token's contract, read and simulated through a node. */
export function createToken(rpc: Rpc, asset: string, domain: TokenDomain) {
  const call = (data: string, block = 'latest') => rpc('eth_call', [{ to: asset, data }, block])
  return {
    asset,

    async head(): Promise<Head> {
      const block = (await rpc('eth_getBlockByNumber', ['latest', false])) as Record<string, unknown> | null
      if (!block) throw new Unavailable('the node has no latest block')
      const time = Number(quantity(block.timestamp, 'timestamp')) * 1000
      return { number: quantity(block.number, 'block.number'), time }
    },

    /** Whether an authorization was used or cancelled. */
    async isUsed(payer: string, nonce: string, block = 'latest'): Promise<boolean> {
      const answer = await call(stateCall(payer, nonce), block)
      if (answer !== boolean(true) && answer !== boolean(false))
        throw new Unavailable('authorizationState is no boolean')
      return answer === boolean(true)
    },

    /** Simulates the transfer; throws `Reverted` where the contract refuses it. */
    simulate: (authorization: Authorization, signature: Signature) => call(transferCall(authorization, signature)),

    /** Checks the chain id, that a contract is at the address, and its EIP-712 domain. */
    async check(): Promise<void> {
      const chainId = Number(quantity(await rpc('eth_chainId', []), 'eth_chainId'))
      if (chainId !== domain.chainId)
        throw new WrongChain(`the node is on eip155:${chainId} and AGENT_PAY_NETWORK is eip155:${domain.chainId}`)
      const code = await rpc('eth_getCode', [asset, 'latest'])
      // A call to an address without code succeeds: a wrong address would accept every payment.
      if (typeof code !== 'string' || code === '0x') throw new WrongChain(`there is no contract at ${asset}`)
      const theirs = await call(separatorCall)
      const ours = `0x${Buffer.from(domainSeparator(domain)).toString('hex')}`
      if (theirs !== ours)
        throw new WrongChain(
          `the token at ${asset} does not sign as '${domain.name}' version '${domain.version}': set AGENT_PAY_ASSET_NAME and AGENT_PAY_ASSET_VERSION as its contract has them`,
        )
    },
  }
}

export type Token = ReturnType<typeof createToken>
