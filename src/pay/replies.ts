import { hash } from 'node:crypto'
import { type Problem, problem } from '../errors.ts'
import { checksummed } from './address.ts'
import { challengeOf, inBase64, mostChallengeBytes, type Offer } from './challenge.ts'
import type { Entry } from './ledger/entry.ts'
import { sentenceOf } from './reasons.ts'
import type { Receipts } from './receipt.ts'
import { settles, type Terms } from './terms.ts'

/** Room for a receipt and both names of the outcome in the head of an answer, beside everything else in it. */
const mostReceiptBytes = 2_650
/** An address longer than this is named by its hash. */
const longestUrl = 800
/** Facilitators write their reasons as they like; ours are codes. */
const longestReason = 100

const resourceOf = (url: string) =>
  url.length <= longestUrl
    ? { resourceUrl: url }
    : { resourceUrl: url.split('?')[0]!, resourceSha256: hash('sha256', url) }

/** Everything the desk may say: what a call costs, why a payment buys nothing, and the headers of one that does. */
export function createReplies(terms: Terms, receipts: Receipts) {
  const challenged = (offer: Offer, error: string, most?: number) => {
    const { header, body } = challengeOf(terms, offer, error, most)
    return { extra: body, headers: { 'PAYMENT-REQUIRED': header } }
  }

  const refused = (offer: Offer, reason: string, outcome?: Record<string, string>): Problem => {
    const { extra, headers } = challenged(offer, reason, outcome && mostChallengeBytes.besideOutcome)
    return problem('payment_refused', [sentenceOf(reason)], { extra, headers: { ...headers, ...outcome } })
  }

  const outcomeOf = (entry: Entry, facts: Record<string, unknown>): string =>
    inBase64({ ...facts, network: terms.network, payer: checksummed(entry.payer) })

  /** The outcome of a settlement under both of its names. */
  const outcome = (entry: Entry, facts: Record<string, unknown>): Record<string, string> => {
    const text = outcomeOf(entry, facts)
    return { 'PAYMENT-RESPONSE': text, 'X-PAYMENT-RESPONSE': text }
  }

  /** Version 2 finds the receipt in the outcome, too, where the head of the answer has room for it twice. */
  function settled(entry: Entry, transaction: string, receipt: string): string[] {
    const facts = { success: true, transaction, amount: entry.value }
    const plain = outcomeOf(entry, facts)
    const extensions = { 'offer-receipt': { info: { receipt: { format: 'jws', signature: receipt } } } }
    const full = outcomeOf(entry, { ...facts, extensions })
    const hasRoom = receipt.length + full.length + plain.length <= mostReceiptBytes
    return ['PAYMENT-RESPONSE', hasRoom ? full : plain, 'X-PAYMENT-RESPONSE', plain]
  }

  const unsuccessful = (entry: Entry, reason: string) =>
    outcome(entry, { success: false, errorReason: reason, transaction: entry.txHash ?? '' })

  return {
    unpaid: (offer: Offer): Problem =>
      problem('payment_required', [offer.price], challenged(offer, 'Payment required')),

    malformed: (offer: Offer, why: { en: string; zh: string }): Problem =>
      problem('invalid_payment', [why], challenged(offer, `invalid_payload: ${why.en}`)),

    refused: (offer: Offer, reason: string): Problem => refused(offer, reason),

    /** Told to somebody whose transfer the chain has refused. */
    unsettled(offer: Offer, entry: Entry): Problem {
      const reason = (entry.reason ?? 'unexpected_settle_error').slice(0, longestReason)
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
        ...resourceOf(url),
        payer: checksummed(entry.payer),
        issuedAt: Math.floor((entry.settledAt ?? 0) / 1000),
        transaction,
        amount: entry.value,
        dataVersion: entry.dataVersion ?? '',
        bodySha256: entry.bodyHash ?? '',
        ...(transaction === '' ? { asset: terms.asset, payTo: checksummed(entry.payTo), nonce: entry.nonce } : {}),
      })
      const settlement = { 'verify-only': 'none', devchain: 'devchain' }[terms.mode as string]
      return [
        ...(settles(terms) ? settled(entry, transaction, receipt) : []),
        'X-Receipt',
        receipt,
        ...(settlement === undefined ? [] : ['X-Payment-Settlement', settlement]),
        ...(isReplay ? ['X-Payment-Replayed', 'true'] : []),
      ]
    },
  }
}
