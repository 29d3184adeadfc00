import { type Problem, problem } from '../errors.ts'
import { checksummed } from './address.ts'
import { challengeOf, inBase64, type Offer } from './challenge.ts'
import type { Entry } from './ledger/entry.ts'
import { sentenceOf } from './reasons.ts'
import type { Receipts } from './receipt.ts'
import { settles, type Terms } from './terms.ts'

/** Everything the desk may say: what a call costs, why a payment buys nothing, and the headers of one that does. */
export function createReplies(terms: Terms, receipts: Receipts) {
  const challenged = (offer: Offer, error: string) => {
    const { header, body } = challengeOf(terms, offer, error)
    return { extra: body, headers: { 'PAYMENT-REQUIRED': header } }
  }

  const refused = (offer: Offer, reason: string, more: Record<string, string> = {}): Problem => {
    const { extra, headers } = challenged(offer, reason)
    return problem('payment_refused', [sentenceOf(reason)], { extra, headers: { ...headers, ...more } })
  }

  /** The outcome of a settlement under both of its names. */
  const outcome = (entry: Entry, facts: Record<string, unknown>): Record<string, string> => {
    const text = inBase64({ ...facts, network: terms.network, payer: checksummed(entry.payer) })
    return { 'PAYMENT-RESPONSE': text, 'X-PAYMENT-RESPONSE': text }
  }

  const unsuccessful = (entry: Entry, reason: string) =>
    outcome(entry, { success: false, errorReason: reason, transaction: entry.txHash ?? '' })

  return {
    unpaid: (offer: Offer): Problem =>
      problem('payment_required', [offer.price], challenged(offer, 'Payment required')),

    malformed: (offer: Offer, why: { en: string; zh: string }): Problem =>
      problem('invalid_payment', [why], challenged(offer, `invalid_payload: ${why.en}`)),

    refused,

    /** Told to somebody whose transfer the chain has refused. */
    unsettled(offer: Offer, entry: Entry): Problem {
      const reason = entry.reason ?? 'unexpected_settle_error'
      return refused(offer, reason, unsuccessful(entry, reason))
    },

    /** Never a demand for money while some may have moved. */
    pending: (entry: Entry): Problem =>
      problem('settlement_pending', [], {
        headers: { 'Retry-After': '2', ...unsuccessful(entry, 'settlement_pending') },
      }),

    unavailable: (): Problem => problem('payment_unavailable', [], { headers: { 'Retry-After': '5' } }),

    tooMany: (used: number, limit: number, seconds: number): Problem =>
      problem('too_many_bad_payments', [used, limit], {
        extra: { retry_after_seconds: seconds },
        headers: { 'Retry-After': String(seconds) },
      }),

    /** What goes beside an answer that was paid for, names and values in turn. */
    paid(entry: Entry, { url }: Offer, isReplay: boolean): string[] {
      const transaction = settles(terms) ? (entry.txHash ?? '') : ''
      const receipt = receipts.sign({
        network: terms.network,
        resourceUrl: url,
        payer: checksummed(entry.payer),
        issuedAt: Math.floor((entry.settledAt ?? 0) / 1000),
        transaction,
        asset: terms.asset,
        payTo: checksummed(entry.payTo),
        amount: entry.value,
        nonce: entry.nonce,
        dataset: entry.dataset,
        dataVersion: entry.dataVersion ?? '',
        bodySha256: entry.bodyHash ?? '',
      })
      const extensions = { 'offer-receipt': { info: { receipt: { format: 'jws', signature: receipt } } } }
      const settlement = { 'verify-only': 'none', devchain: 'devchain' }[terms.mode as string]
      return [
        ...(settles(terms)
          ? Object.entries(outcome(entry, { success: true, transaction, amount: entry.value, extensions })).flat()
          : []),
        'X-Receipt',
        receipt,
        ...(settlement === undefined ? [] : ['X-Payment-Settlement', settlement]),
        ...(isReplay ? ['X-Payment-Replayed', 'true'] : []),
      ]
    },
  }
}
