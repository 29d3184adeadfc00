import { hash } from 'node:crypto'
import { type Problem, problem } from '../errors.ts'
import { checksummed } from './address.ts'
import { challengeOf, inBase64, mostChallengeBytes, type Offer } from './challenge.ts'
import type { Entry } from './ledger/entry.ts'
import { type PaymentTerms, settles } from './paymentTerms.ts'
import { sentenceOf } from './reasons.ts'
import type { Receipts } from './receipt.ts'

/** The most bytes of a receipt and both settlement headers in a response head, beside the usual headers of a page. */
const mostReceiptBytes = 2_650
const usualHeaderBytes = 130
/** Both settlement headers without the receipt. */
const settlementBytes = 600

/** What the headers of a page leave for a receipt and both settlement headers; warnings give way to them. */
function roomBeside(headers: readonly string[]): number {
  let size = 0
  for (let i = 0; i < headers.length; i += 2)
    if (headers[i] !== 'X-Warning') size += headers[i]!.length + headers[i + 1]!.length + 4
  return mostReceiptBytes - Math.max(0, size - usualHeaderBytes)
}
/** A longer address is replaced by its hash. */
const longestUrl = 800
/** Reasons of facilitators may be of any length; ours are codes. */
const longestReason = 100

const resourceOf = (url: string, longest = longestUrl) =>
  url.length <= longest
    ? { resourceUrl: url }
    : { resourceUrl: url.split('?')[0]!, resourceSha256: hash('sha256', url) }

/** The paywall's responses: the price, the reason of a refusal, and the headers beside a paid page. */
export function createResponses(terms: PaymentTerms, receipts: Receipts) {
  const challenged = (offer: Offer, error: string, most?: number) => {
    const { header, body } = challengeOf(terms, offer, error, most)
    return { extra: body, headers: { 'PAYMENT-REQUIRED': header } }
  }

  const refused = (offer: Offer, reason: string, settlement?: Record<string, string>): Problem => {
    const { extra, headers } = challenged(offer, reason, settlement && mostChallengeBytes.besideOutcome)
    return problem('payment_refused', [sentenceOf(reason)], { extra, headers: { ...headers, ...settlement } })
  }

  const settlementOf = (entry: Entry, facts: Record<string, unknown>): string =>
    inBase64({ ...facts, network: terms.network, payer: checksummed(entry.payer) })

  /** The settlement response under both header names. */
  const settlementHeaders = (entry: Entry, facts: Record<string, unknown>): Record<string, string> => {
    const text = settlementOf(entry, facts)
    return { 'PAYMENT-RESPONSE': text, 'X-PAYMENT-RESPONSE': text }
  }

  /** Version 2 reads the receipt from the settlement header, where the response head has room for it twice. */
  function settled(entry: Entry, transaction: string, receipt: string, room: number): string[] {
    const facts = { success: true, transaction, amount: entry.value }
    const plain = settlementOf(entry, facts)
    const extensions = { 'offer-receipt': { info: { receipt: { format: 'jws', signature: receipt } } } }
    const full = settlementOf(entry, { ...facts, extensions })
    const hasRoom = receipt.length + full.length + plain.length <= room
    return ['PAYMENT-RESPONSE', hasRoom ? full : plain, 'X-PAYMENT-RESPONSE', plain]
  }

  const unsuccessful = (entry: Entry, reason: string) =>
    settlementHeaders(entry, { success: false, errorReason: reason, transaction: entry.txHash ?? '' })

  return {
    unpaid: (offer: Offer): Problem =>
      problem('payment_required', [offer.price], challenged(offer, 'Payment required')),

    malformed: (offer: Offer, why: { en: string; zh: string }): Problem =>
      problem('invalid_payment', [why], challenged(offer, `invalid_payload: ${why.en}`)),

    refused: (offer: Offer, reason: string): Problem => refused(offer, reason),

    /** The chain refused the transfer. */
    unsettled(offer: Offer, entry: Entry): Problem {
      const reason = (entry.reason ?? 'unexpected_settle_error').slice(0, longestReason)
      return refused(offer, reason, unsuccessful(entry, reason))
    },

    /** The outcome is unknown: no new payment is requested while money may have moved. */
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

    tooManyReplays: (used: number, limit: number, seconds: number): Problem =>
      problem('too_many_replays', [used, limit], {
        extra: { retry_after_seconds: seconds },
        headers: { 'Retry-After': String(seconds) },
      }),

    /** The headers beside those of a paid page, as alternating names and values. */
    paid(entry: Entry, { url }: Offer, headers: readonly string[], isReplay: boolean): string[] {
      const transaction = settles(terms) ? (entry.txHash ?? '') : ''
      const room = roomBeside(headers)
      const sign = (longest: number): string =>
        receipts.sign({
          network: terms.network,
          ...resourceOf(url, longest),
          payer: checksummed(entry.payer),
          issuedAt: Math.floor((entry.settledAt ?? 0) / 1000),
          transaction,
          amount: entry.value,
          dataVersion: entry.dataVersion ?? '',
          bodySha256: entry.bodyHash ?? '',
          ...(transaction === '' ? { asset: terms.asset, payTo: checksummed(entry.payTo), nonce: entry.nonce } : {}),
        })
      const long = sign(longestUrl)
      // Beside a long cursor, the hash of the address takes its place.
      const receipt = long.length > room - settlementBytes ? sign(0) : long
      const settlement = settles(terms) ? (terms.isTest ? 'test' : undefined) : 'none'
      return [
        ...(settles(terms) ? settled(entry, transaction, receipt, room) : []),
        'X-Receipt',
        receipt,
        ...(settlement === undefined ? [] : ['X-Payment-Settlement', settlement]),
        ...(isReplay ? ['X-Payment-Replayed', 'true'] : []),
      ]
    },
  }
}

export type Responses = ReturnType<typeof createResponses>
