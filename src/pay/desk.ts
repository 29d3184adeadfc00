import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'
import { type Problem, problem } from '../errors.ts'
import type { Bell } from './bell.ts'
import type { Step } from './broadcaster.ts'
import type { Chain } from './chain.ts'
import type { Offer } from './challenge.ts'
import { cheapRefusal, createSignatureCheck } from './checks.ts'
import { splitSignature } from './eip3009.ts'
import type { Facilitator } from './facilitator.ts'
import type { Answer, NewEntry } from './ledger/claims.ts'
import type { Entry } from './ledger/entry.ts'
import type { Ledger } from './ledger/ledger.ts'
import { replayMs } from './ledger/upkeep.ts'
import { Malformed, type Payment, readPayment } from './reader.ts'
import type { Receipts } from './receipt.ts'
import { createReplies } from './replies.ts'
import type { Strikes } from './strikes.ts'
import { settles, type Terms } from './terms.ts'
import { createVerifier } from './verify.ts'

/** A page as it would be served, before anybody has paid for it. */
export type Computed = {
  readonly body: Buffer
  /** Names and values in turn. */
  readonly headers: readonly string[]
  readonly dataVersion: string
}

/** What is asked for, and how to make it. */
export type PaidRequest = {
  readonly dataset: string
  /** Path and query, as the seller's list shows it. */
  readonly resource: string
  /** One text for all requests that ask for the same bytes. */
  readonly key: string
  /** The address it came from. */
  readonly sender: string
  readonly offer: Offer
  readonly compute: () => Promise<Computed>
}

export type PaidAnswer = {
  readonly body: Buffer
  readonly headers: readonly string[]
  /** To be called when the last byte has left. */
  readonly onSent: () => Promise<void>
}

export type DeskOptions = {
  readonly terms: Terms
  readonly ledger: Ledger
  readonly receipts: Receipts
  readonly bell: Bell
  readonly strikes: Strikes
  readonly log: Logger
  readonly now: () => number
  /** Null where no money moves. */
  readonly chain: Chain | null
  readonly facilitator: Facilitator | null
  readonly claimMs?: number
  readonly waitMs?: number
  readonly step?: Step
}

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')
const pollMs = 100
const unsigned = 'invalid_exact_evm_signature'
/** A payment that is held up by an outage is not waited for longer than this. */
const patienceMs = 1_500

/** Takes payments: checks them, has the answer made and stored, waits for the money, and hands the answer out. */
export function createDesk(options: DeskOptions) {
  const { terms, ledger, receipts, bell, strikes, log, now, chain, facilitator } = options
  const { claimMs = 15_000, waitMs = 25_000, step = () => {} } = options
  const isSigned = createSignatureCheck(terms)
  const replies = createReplies(terms, receipts)
  const verify = chain && createVerifier(chain, facilitator, ledger)

  /** Refuses a payment that should not have been sent; who sends many of them has to wait. */
  const bad = async ({ sender, offer }: PaidRequest, reason: string): Promise<Problem> => {
    await strikes.add(sender)
    return replies.refused(offer, reason)
  }

  const senderHash = ({ sender }: PaidRequest, { authorization }: Payment): string =>
    sha256(`${sender} ${authorization.nonce}`)

  const deliver = (
    entry: Entry,
    { offer }: PaidRequest,
    { body, headers, bodyHash = sha256(body) }: Computed & { readonly bodyHash?: string },
    isReplay: boolean,
  ): PaidAnswer => ({
    body,
    headers: [...headers, ...replies.paid({ ...entry, bodyHash }, offer, isReplay)],
    async onSent() {
      step('delivered')
      await ledger.served(entry.id).catch((error) => log.error({ err: error }, 'a delivery could not be noted'))
    },
  })

  /** Waits until a line has come to an end, or for as long as a client may wait; null where it is free to take. */
  async function settledOf(id: number): Promise<Entry | null> {
    const start = now()
    for (;;) {
      const heard = bell.count()
      const entry = await ledger.find(id)
      if (!entry || (entry.state !== 'claimed' && entry.state !== 'settling')) return entry
      if (entry.state === 'claimed' && entry.leaseUntil < now()) return null
      const isHeldUp = entry.state === 'settling' && entry.reason !== null
      if (now() - start > (isHeldUp ? patienceMs : waitMs)) return entry
      await bell.wait(id, pollMs, heard)
    }
  }

  const isNamed = (entry: Entry, { identifier }: Payment): boolean =>
    entry.identifier !== null && entry.identifier === identifier

  /**
   * The stored answer, to whoever paid. Everything in a header but the payer's own name for the payment can be read
   * on the chain: without such a name, an answer that has been delivered is given again to its own address alone.
   */
  async function replay(entry: Entry, request: PaidRequest, payment: Payment): Promise<PaidAnswer> {
    if (entry.servedAt !== null) {
      if (now() - entry.servedAt > replayMs) throw problem('replay_expired', [])
      if (!isNamed(entry, payment) && entry.senderHash !== senderHash(request, payment))
        throw problem('payment_used', [])
    }
    // Where no money moved the answer may be made anew.
    const stored = (await ledger.bodyOf(entry.id)) ?? (entry.state === 'deferred' ? await request.compute() : null)
    if (!stored) throw problem('replay_expired', [])
    await ledger.replayed(entry.id)
    return deliver(entry, request, { dataVersion: entry.dataVersion ?? '', ...stored }, true)
  }

  /** The same authorization once more, or another under the same name; null where this request may work on it. */
  async function again(entry: Entry, request: PaidRequest, payment: Payment): Promise<PaidAnswer | null> {
    const isSame = entry.headerHash === payment.headerHash || isNamed(entry, payment)
    if (!isSame || entry.requestHash !== sha256(request.key)) throw problem('payment_used', [])
    const isUnderWay = entry.state === 'claimed' || entry.state === 'settling'
    const current = isUnderWay ? await settledOf(entry.id) : entry
    if (!current) return null
    if (current.state === 'settled' || current.state === 'deferred') return replay(current, request, payment)
    if (current.state === 'failed') throw replies.unsettled(request.offer, current)
    throw current.state === 'external' ? problem('payment_used', []) : replies.pending(current)
  }

  /** Makes the answer; nobody is charged for a query that fails. */
  async function compute(entry: Entry, request: PaidRequest): Promise<Answer> {
    try {
      const computed = await request.compute()
      return { ...computed, bodyHash: sha256(computed.body) }
    } catch (error) {
      await ledger.drop(entry)
      throw error
    }
  }

  /** Works on a payment that nobody else works on; null where the claim was lost. */
  async function work(claimed: Entry, request: PaidRequest, payment: Payment): Promise<PaidAnswer | null> {
    step('claimed')
    const verdict = verify ? await verify(claimed, payment) : ({ kind: 'good', entry: claimed } as const)
    const { entry } = verdict
    if (verdict.kind === 'settled elsewhere') {
      log.warn({ payment: entry.id, transaction: verdict.paid.transaction }, 'a payment was settled by somebody else')
      await ledger.external(entry, verdict.paid)
      throw problem('payment_used', [])
    }
    if (verdict.kind !== 'good' && verdict.kind !== 'paid before') {
      await ledger.drop(entry)
      if (verdict.kind === 'bad') throw await bad(request, verdict.reason)
      if (verdict.kind === 'used') throw problem('payment_used', [])
      log.warn({ why: verdict.why }, 'a payment could not be checked')
      throw replies.unavailable()
    }
    step('verified')
    const answer = await compute(entry, request)
    step('computed')
    if (verdict.kind === 'paid before' || !settles(terms)) {
      const isStored =
        verdict.kind === 'paid before'
          ? await ledger.settledBefore(entry, answer, verdict.paid)
          : await ledger.defer(entry, answer)
      step('stored')
      return isStored ? deliver((await ledger.find(entry.id))!, request, answer, false) : null
    }
    if (!(await ledger.toSettle(entry, answer))) return null
    step('stored')
    bell.ring(entry.id)
    const settled = await settledOf(entry.id)
    if (settled?.state === 'failed') throw replies.unsettled(request.offer, settled)
    if (settled?.state !== 'settled') throw replies.pending(settled ?? entry)
    step('settled')
    return deliver(settled, request, answer, false)
  }

  const newEntry = (payment: Payment, request: PaidRequest): NewEntry => {
    const { from, to, ...signed } = payment.authorization
    const { r, s, v } = splitSignature(payment.signature)!
    return {
      ...signed,
      chainId: terms.chainId,
      asset: terms.asset.toLowerCase(),
      payer: from,
      payTo: to,
      identifier: payment.identifier,
      signature: `${r}${s.slice(2)}${v.toString(16)}`,
      wire: payment.wire,
      mode: terms.mode,
      headerHash: payment.headerHash,
      requestHash: sha256(request.key),
      senderHash: senderHash(request, payment),
      dataset: request.dataset,
      resource: request.resource,
    }
  }

  return {
    /** The answer to a request that carries no payment. */
    unpaid: ({ offer }: PaidRequest): Problem => replies.unpaid(offer),

    /** The payment a request carries; null where it carries none. Throws where it cannot be read. */
    async read(headers: IncomingHttpHeaders, { sender, offer }: PaidRequest): Promise<Payment | null> {
      if (headers['x-payment'] === undefined && headers['payment-signature'] === undefined) return null
      const { isAllowed, used, resetSeconds } = await strikes.look(sender)
      if (!isAllowed) throw replies.tooMany(used, strikes.limit, Math.max(1, resetSeconds))
      try {
        return readPayment(headers)
      } catch (error) {
        if (!(error instanceof Malformed)) throw error
        await strikes.add(sender)
        throw replies.malformed(offer, { en: error.message, zh: error.zh })
      }
    },

    /** Takes a payment and returns what it bought; throws where it buys nothing. */
    async charge(payment: Payment, request: PaidRequest): Promise<PaidAnswer> {
      step('read')
      const reason = cheapRefusal(payment, terms, request.offer.price, Math.floor(now() / 1000))
      if (reason === unsigned) throw await bad(request, reason)
      const fresh = newEntry(payment, request)
      if (reason !== null) {
        // Terms and time move on: a payment that was accepted once is answered for by the ledger.
        const known = await ledger.findByNonce(fresh.chainId, fresh.asset, fresh.payer, fresh.nonce)
        if (known && known.headerHash !== payment.headerHash) throw problem('payment_used', [])
        const answer = known && (await again(known, request, payment))
        if (answer) return answer
        throw await bad(request, reason)
      }
      if (!isSigned(payment)) throw await bad(request, unsigned)
      step('checked')
      for (let tries = 0; tries < 3; tries++) {
        const { kind, entry } = await ledger.claim(fresh, claimMs)
        const answer = kind === 'mine' ? await work(entry, request, payment) : await again(entry, request, payment)
        if (answer) return answer
      }
      throw replies.unavailable()
    },
  }
}

export type Desk = ReturnType<typeof createDesk>
