import { hash } from 'node:crypto'
import type { Logger } from 'pino'
import { problem } from '../errors.ts'
import type { Entry } from './ledger/entry.ts'
import type { Ledger } from './ledger/ledger.ts'
import { replayMs } from './ledger/maintenance.ts'
import type { NewEntry } from './ledger/newEntry.ts'
import { createMinuteLimit } from './minuteLimit.ts'
import type { Notifier } from './notifier.ts'
import type { Computed, PaidRequest, PaidResponse } from './paidRequest.ts'
import type { Payment } from './reader.ts'
import type { Responses } from './responses.ts'

type DeliveryOptions = {
  readonly ledger: Ledger
  readonly responses: Responses
  readonly notifier: Notifier
  readonly log: Logger
  readonly now: () => number
  /** The longest a client waits for settlement. */
  readonly waitMs: number
}

const pollMs = 100
/** Replays of a payment in a minute. A client repeats a payment a few times, where its connection broke. */
const mostReplays = 30
/** The longest wait for a payment whose settlement is delayed by an outage. */
const patienceMs = 1_500

const isNamed = (entry: Entry, { identifier }: Payment): boolean =>
  entry.identifier !== null && entry.identifier === identifier

/** Returns pages that were paid for: the first time, and again when the same payment is repeated. */
export function createDelivery({ ledger, responses, notifier, log, now, waitMs }: DeliveryOptions) {
  const replays = createMinuteLimit(mostReplays, now)
  const deliver = (
    entry: Entry,
    { offer }: PaidRequest,
    { body, headers, bodyHash = hash('sha256', body) }: Computed & { readonly bodyHash?: string },
    isReplay: boolean,
  ): PaidResponse => ({
    body,
    headers: [...headers, ...responses.paid({ ...entry, bodyHash }, offer, headers, isReplay)],
    async onSent() {
      await ledger.served(entry.id).catch((error) => log.error({ err: error }, 'a delivery could not be recorded'))
    },
  })

  /** Waits until an entry is final, or until the client's patience ends; null where its claim has expired. */
  async function settledOf(id: number): Promise<Entry | null> {
    const start = now()
    for (;;) {
      const seen = notifier.count()
      const entry = await ledger.find(id)
      if (!entry || (entry.state !== 'claimed' && entry.state !== 'settling')) return entry
      if (entry.state === 'claimed' && entry.leaseUntil < now()) return null
      const isDelayed = entry.state === 'settling' && entry.reason !== null
      if (now() - start > (isDelayed ? patienceMs : waitMs)) return entry
      await notifier.wait(id, pollMs, seen)
    }
  }

  /**
   * Returns the stored page to its payer. Everything in a payment header can be read on the chain, except the payer's
   * own identifier: without one, a delivered page is returned again to the same address only.
   */
  async function replay(entry: Entry, request: PaidRequest, payment: Payment, senderHash: string) {
    if (entry.servedAt !== null) {
      if (now() - entry.servedAt > replayMs) throw problem('replay_expired', [])
      if (!isNamed(entry, payment) && entry.senderHash !== senderHash) throw problem('payment_used', [])
    }
    const { isAllowed, used, resetSeconds } = replays.check(String(entry.id))
    if (!isAllowed) throw responses.tooManyReplays(used, replays.limit, Math.max(1, resetSeconds))
    request.beforeReplay?.()
    replays.record(String(entry.id))
    const kept = entry.state === 'settled' && entry.servedAt === null ? await restored(entry, request) : entry
    // Where no money moved, the page may be computed again.
    const stored = (await ledger.bodyOf(kept.id)) ?? (kept.state === 'deferred' ? await request.compute() : null)
    if (!stored) throw problem('replay_expired', [])
    await ledger.replayed(kept.id)
    return deliver(kept, request, { dataVersion: kept.dataVersion ?? '', ...stored }, true)
  }

  /**
   * A settled payment whose page has not left, with its page: where the ledger has none, because the payment was settled
   * after a failure or long ago, the payer gets the page of now.
   */
  async function restored(entry: Entry, request: PaidRequest): Promise<Entry> {
    if (await ledger.bodyOf(entry.id)) return entry
    const computed = await request.compute()
    await ledger.restore(entry.id, { ...computed, bodyHash: hash('sha256', computed.body) })
    return (await ledger.find(entry.id)) ?? entry
  }

  /** Answers a repeated authorization or identifier; null where this request may claim the entry. */
  async function repeat(
    entry: Entry,
    request: PaidRequest,
    payment: Payment,
    { requestHash, senderHash }: NewEntry,
  ): Promise<PaidResponse | null> {
    const isSame = entry.headerHash === payment.headerHash || isNamed(entry, payment)
    if (!isSame || entry.requestHash !== requestHash) throw problem('payment_used', [])
    const isPending = entry.state === 'claimed' || entry.state === 'settling'
    const current = isPending ? await settledOf(entry.id) : entry
    if (!current) return null
    if (current.state === 'settled' || current.state === 'deferred')
      return replay(current, request, payment, senderHash)
    if (current.state === 'failed') throw responses.unsettled(request.offer, current)
    throw current.state === 'external' ? problem('payment_used', []) : responses.pending(current)
  }

  return { deliver, settledOf, repeat }
}
