import type { Chain } from './chain.ts'
import { splitSignature } from './eip3009.ts'
import type { Facilitator } from './facilitator.ts'
import type { Paid } from './fate.ts'
import { type Entry, soughtOf } from './ledger/entry.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { Payment } from './reader.ts'
import { reasonOf } from './reasons.ts'
import { Reverted, Unavailable } from './rpc.ts'

/** What the chain, and a facilitator where there is one, say of a payment before it is worked on. */
export type Verdict =
  | { readonly kind: 'good'; readonly entry: Entry }
  /** An earlier try of ours was settled after all. */
  | { readonly kind: 'paid before'; readonly entry: Entry; readonly paid: Paid }
  /** Settled, and not by us. */
  | { readonly kind: 'settled elsewhere'; readonly entry: Entry; readonly paid: Paid }
  | { readonly kind: 'used'; readonly entry: Entry }
  | { readonly kind: 'bad'; readonly entry: Entry; readonly reason: string }
  | { readonly kind: 'unknown'; readonly entry: Entry; readonly why: string }

const usedReason = 'invalid_exact_evm_nonce_already_used'

/** Asks before any work is done and any money moves. */
export function createVerifier({ token, fateOf }: Chain, facilitator: Facilitator | null, ledger: Ledger) {
  /** Used: by an earlier try of ours, by its owner's cancelling, or by a stranger. */
  async function used(entry: Entry): Promise<Verdict> {
    const fate = await fateOf(soughtOf(entry))
    if (fate.kind === 'paid')
      return { kind: entry.attempts > 0 ? 'paid before' : 'settled elsewhere', entry, paid: fate }
    if (fate.kind === 'cancelled') return { kind: 'bad', entry, reason: 'authorization_cancelled' }
    if (fate.kind === 'diverted') return { kind: 'bad', entry, reason: usedReason }
    const isUsed = await token.isUsed(entry.payer, entry.nonce).catch(() => false)
    if (isUsed && entry.attempts === 0) return { kind: 'used', entry }
    return { kind: 'unknown', entry, why: 'the chain contradicts itself' }
  }

  return async (entry: Entry, { authorization, signature }: Payment): Promise<Verdict> => {
    let current = entry
    const judge = (reason: string): Verdict | Promise<Verdict> =>
      reason === usedReason ? used(current) : { kind: 'bad', entry: current, reason }
    try {
      await token.simulate(authorization, splitSignature(signature)!)
      if (!facilitator) return { kind: 'good', entry }
      // From here on somebody else holds the signature, so that the line must stay whatever is said of it.
      await ledger.handOver(entry.id)
      current = { ...entry, attempts: entry.attempts + 1 }
      const { isValid, reason } = await facilitator.verify(current)
      if (isValid) return { kind: 'good', entry: current }
      // The signature was recovered here: a facilitator that calls it bad could not reach its chain.
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
