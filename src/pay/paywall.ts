import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'
import { type Problem, problem } from '../errors.ts'
import type { Chain } from './chain.ts'
import { cheapRefusal, createSignatureCheck } from './checks.ts'
import { createDelivery } from './delivery.ts'
import type { Facilitator } from './facilitator.ts'
import type { StoredResponse } from './ledger/claims.ts'
import type { Entry } from './ledger/entry.ts'
import type { Ledger } from './ledger/ledger.ts'
import { newEntry } from './ledger/newEntry.ts'
import type { MinuteLimit } from './minuteLimit.ts'
import type { Notifier } from './notifier.ts'
import { hasPayment, type PaidRequest, type PaidResponse } from './paidRequest.ts'
import { type PaymentTerms, settles } from './paymentTerms.ts'
import { Malformed, type Payment, readPayment } from './reader.ts'
import type { Receipts } from './receipt.ts'
import { createResponses } from './responses.ts'
import { createVerifier } from './verify.ts'

export type PaywallOptions = {
  readonly terms: PaymentTerms
  readonly ledger: Ledger
  readonly receipts: Receipts
  readonly notifier: Notifier
  readonly failures: MinuteLimit
  readonly log: Logger
  readonly now: () => number
  /** Null where no money moves. */
  readonly chain: Chain | null
  readonly facilitator: Facilitator | null
  readonly claimMs?: number
  readonly waitMs?: number
}

const unsigned = 'invalid_exact_evm_signature'

/** Takes payments: verifies a payment, computes and stores the page, waits for settlement, and returns the page. */
export function createPaywall(options: PaywallOptions) {
  const { terms, ledger, receipts, notifier, failures, log, now, chain, facilitator } = options
  const { claimMs = 15_000, waitMs = 25_000 } = options
  const isSigned = createSignatureCheck(terms)
  const responses = createResponses(terms, receipts)
  const verify = chain && createVerifier(chain, facilitator, ledger)
  const { deliver, settledOf, repeat } = createDelivery({ ledger, responses, notifier, log, now, waitMs })

  /** Counts an invalid payment against its sender; too many of them block the address for a while. */
  const refuse = async ({ sender, offer }: PaidRequest, reason: string): Promise<Problem> => {
    failures.record(sender)
    return responses.refused(offer, reason)
  }

  /** Computes the page; a query that fails is not charged. */
  async function compute(entry: Entry, request: PaidRequest): Promise<StoredResponse> {
    try {
      const computed = await request.compute()
      return { ...computed, bodyHash: hash('sha256', computed.body) }
    } catch (error) {
      await ledger.drop(entry)
      throw error
    }
  }

  /** Asks the chain about a claimed payment; throws where it cannot be accepted. */
  async function verified(claimed: Entry, request: PaidRequest, payment: Payment) {
    const result = verify ? await verify(claimed, payment) : ({ kind: 'good', entry: claimed } as const)
    const { entry } = result
    if (result.kind === 'good' || result.kind === 'paid before') return result
    if (result.kind === 'settled elsewhere') {
      log.warn({ payment: entry.id, transaction: result.paid.transaction }, 'a payment was settled by somebody else')
      await ledger.external(entry, result.paid)
      throw problem('payment_used', [])
    }
    await ledger.drop(entry)
    if (result.kind === 'bad') throw await refuse(request, result.reason)
    if (result.kind === 'used') throw problem('payment_used', [])
    log.warn({ why: result.why }, 'a payment could not be verified')
    throw responses.unavailable()
  }

  /** Verifies, computes, stores and settles a claimed payment; null where the claim was lost. */
  async function fulfil(claimed: Entry, request: PaidRequest, payment: Payment): Promise<PaidResponse | null> {
    const result = await verified(claimed, request, payment)
    const { entry } = result
    const response = await compute(entry, request)
    if (result.kind === 'paid before' || !settles(terms)) {
      const isStored =
        result.kind === 'paid before'
          ? await ledger.settledBefore(entry, response, result.paid)
          : await ledger.defer(entry, response)
      return isStored ? deliver((await ledger.find(entry.id))!, request, response, false) : null
    }
    if (!(await ledger.toSettle(entry, response))) return null
    notifier.notify(entry.id)
    const settled = await settledOf(entry.id)
    if (settled?.state === 'failed') throw responses.unsettled(request.offer, settled)
    if (settled?.state !== 'settled') throw responses.pending(settled ?? entry)
    return deliver(settled, request, response, false)
  }

  return {
    /** The response to a request without a payment. */
    unpaid: ({ offer }: Pick<PaidRequest, 'offer'>): Problem => responses.unpaid(offer),

    /** The payment in the headers, null where there is none; throws where it is malformed. */
    async read(
      headers: IncomingHttpHeaders,
      { sender, offer }: Pick<PaidRequest, 'sender' | 'offer'>,
    ): Promise<Payment | null> {
      if (!hasPayment(headers)) return null
      const { isAllowed, used, resetSeconds } = failures.check(sender)
      if (!isAllowed) throw responses.tooMany(used, failures.limit, Math.max(1, resetSeconds))
      try {
        return readPayment(headers)
      } catch (error) {
        if (!(error instanceof Malformed)) throw error
        failures.record(sender)
        throw responses.malformed(offer, { en: error.message, zh: error.zh })
      }
    },

    /** Takes a payment and returns the page it pays for; throws where it pays for nothing. */
    async charge(payment: Payment, request: PaidRequest): Promise<PaidResponse> {
      const reason = cheapRefusal(payment, terms, request.offer.price, Math.floor(now() / 1000))
      if (reason === unsigned) throw await refuse(request, reason)
      const fresh = newEntry(terms, payment, request)
      if (reason !== null) {
        // Prices change and authorizations expire: the ledger decides about a payment that was accepted before.
        const known = await ledger.findByNonce(fresh)
        if (known && known.headerHash !== payment.headerHash) throw problem('payment_used', [])
        const response = known && (await repeat(known, request, payment, fresh))
        if (response) return response
        throw await refuse(request, reason)
      }
      if (!isSigned(payment)) throw await refuse(request, unsigned)
      for (let tries = 0; tries < 3; tries++) {
        const { kind, entry } = await ledger.claim(fresh, request.claimMs ?? claimMs)
        const response =
          kind === 'mine' ? await fulfil(entry, request, payment) : await repeat(entry, request, payment, fresh)
        if (response) return response
      }
      throw responses.unavailable()
    },
  }
}

export type Paywall = ReturnType<typeof createPaywall>
