import type { Paid } from './authorizationOutcome.ts'
import type { Chain } from './chain.ts'
import { splitSignature } from './eip3009.ts'
import type { Facilitator } from './facilitator.ts'
import type { Entry } from './ledger/entry.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { Payment } from './reader.ts'
import { reasonOf } from './reasons.ts'
import { Reverted, Unavailable } from './rpc.ts'

/** The result of verifying a payment with the chain, and with the facilitator where there is one. */
export type Verification =
  | { readonly kind: 'good'; readonly entry: Entry }
  /** An earlier attempt of ours was settled after all. */
  | { readonly kind: 'paid before'; readonly entry: Entry; readonly paid: Paid }
  /** Settled by another sender. */
  | { readonly kind: 'settled elsewhere'; readonly entry: Entry; readonly paid: Paid }
  | { readonly kind: 'used'; readonly entry: Entry }
  | { readonly kind: 'bad'; readonly entry: Entry; readonly reason: string }
  | { readonly kind: 'unknown'; readonly entry: Entry; readonly why: string }

const usedReason = 'invalid_exact_evm_nonce_already_used'

/** Verifies a payment before any work is done or money moves. */
export function createVerifier({ token, outcomeOf }: Chain, facilitator: Facilitator | null, ledger: Ledger) {
  /** Finds the use of the authorization: an earlier attempt of ours, the payer's cancellation, or another sender. */
  async function used(entry: Entry): Promise<Verification> {
    const outcome = await outcomeOf(entry)
    if (outcome.kind === 'paid')
      return { kind: entry.attempts > 0 ? 'paid before' : 'settled elsewhere', entry, paid: outcome }
    if (outcome.kind === 'cancelled') return { kind: 'bad', entry, reason: 'authorization_cancelled' }
    if (outcome.kind === 'diverted') return { kind: 'bad', entry, reason: usedReason }
    const isUsed = await token.isUsed(entry.payer, entry.nonce).catch(() => false)
    if (isUsed && entry.attempts === 0) return { kind: 'used', entry }
    return { kind: 'unknown', entry, why: 'the chain contradicts itself' }
  }

  return async (entry: Entry, { authorization, signature }: Payment): Promise<Verification> => {
    let current = entry
    const judge = (reason: string): Verification | Promise<Verification> =>
      reason === usedReason ? used(current) : { kind: 'bad', entry: current, reason }
    try {
      await token.simulate(authorization, splitSignature(signature)!)
      if (!facilitator) return { kind: 'good', entry }
      // From here on the facilitator holds the signature, so the entry must stay, whatever the response.
      await ledger.handOver(entry.id)
      current = { ...entry, attempts: entry.attempts + 1 }
      const { isValid, reason } = await facilitator.verify(current)
      if (isValid) return { kind: 'good', entry: current }
      // The signature was verified here: a facilitator that calls it invalid could not reach its chain.
      if (reason === 'invalid_exact_evm_signature')
        return { kind: 'unknown', entry: current, why: 'the facilitator calls a good signature bad' }
      return await judge(reason)
    } catch (error) {
      if (error instanceof Reverted) return judge(reasonOf(error.words))
      if (error instanceof Unavailable) return { kind: 'unknown', entry: current, why: error.message }
      return { kind: 'unknown', entry: current, why: String(error) }
    }
  }
}
