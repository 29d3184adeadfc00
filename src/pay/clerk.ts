import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Bell } from './bell.ts'
import type { Broadcaster, Step } from './broadcaster.ts'
import type { Chain } from './chain.ts'
import type { Facilitator } from './facilitator.ts'
import type { Fate } from './fate.ts'
import { authorizationOf, type Entry, signatureOf, soughtOf } from './ledger/entry.ts'
import type { Ledger } from './ledger/ledger.ts'
import { isReason, reasonOf } from './reasons.ts'
import { Reverted } from './rpc.ts'

/** Who carries a payment to the chain. */
export type Carrier =
  | { readonly kind: 'broadcaster'; readonly broadcaster: Broadcaster }
  | { readonly kind: 'facilitator'; readonly facilitator: Facilitator }

export type ClerkOptions = {
  readonly ledger: Ledger
  readonly bell: Bell
  readonly log: Logger
  readonly now: () => number
  /** Null where no money moves: then there is only tidying to do. */
  readonly settlement: { readonly chain: Chain; readonly carrier: Carrier; readonly network: string } | null
  /** How often a transaction under way is looked for, how long an outage is waited for, and when to send again. */
  readonly pollMs?: number
  readonly retryMs?: number
  readonly resendMs?: number
  readonly leaseMs?: number
  readonly step?: Step
}

/** What a payment has cost over all of its tries. */
const sumOf = (before: string | null, fee: string): string => String(BigInt(before ?? 0) + BigInt(fee))

const expired = 'invalid_exact_evm_payload_authorization_valid_before'
const mostAtOnce = 64
const tidyMs = 30_000

/**
 * Settles what the serving threads have put into the ledger, and finishes what a crash or an outage left half done:
 * the two are the same work. One clerk at a time does it, over all processes that share the ledger.
 */
export function createClerk(options: ClerkOptions) {
  const { ledger, bell, log, now, settlement, leaseMs = 10_000, step = () => {} } = options
  const { pollMs = 500, retryMs = 1_000, resendMs = 3_000 } = options
  const holder = randomUUID()
  const busy = new Map<number, Promise<void>>()
  const sentAt = new Map<number, number>()
  let isStopping = false
  let loop: Promise<void> = Promise.resolve()
  let heldUntil = 0
  let nextTidy = 0

  let tail: Promise<unknown> = Promise.resolve()
  /** One broadcast at a time: nonces must leave in their order. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = tail.then(work, work)
    tail = turn.catch(() => {})
    return turn
  }

  async function failed(entry: Entry, reason: string, more: { isOver: boolean; fee?: string }): Promise<void> {
    log.warn({ payment: entry.id, reason }, 'a payment was not settled')
    await ledger.failed(entry.id, reason, {
      ...more,
      ...(more.fee === undefined ? {} : { fee: sumOf(entry.fee, more.fee) }),
    })
  }

  /** Writes down a fate; false where there is nothing to write yet. */
  async function conclude(entry: Entry, fate: Fate): Promise<boolean> {
    if (fate.kind === 'paid') {
      step('confirmed')
      await ledger.settled(entry.id, { ...fate, fee: sumOf(entry.fee, fate.fee) })
      step('recorded')
      log.info({ payment: entry.id, transaction: fate.transaction }, 'a payment was settled')
    } else if (fate.kind === 'cancelled') await failed(entry, 'authorization_cancelled', { isOver: true })
    else if (fate.kind === 'diverted') await failed(entry, 'invalid_exact_evm_nonce_already_used', { isOver: true })
    else if (fate.kind === 'expired')
      await failed(entry, isReason(entry.reason) ? entry.reason : expired, { isOver: true })
    else return false
    sentAt.delete(entry.id)
    return true
  }

  const fateOf = (entry: Entry): Promise<Fate> => settlement!.chain.fateOf(soughtOf(entry))

  async function later(entry: Entry, inMs: number, why: string | null, transaction: string | null = null) {
    if (why !== null && why !== entry.reason) log.warn({ payment: entry.id, why }, 'a payment has to wait')
    await ledger.later(entry.id, inMs, why, transaction)
  }

  async function broadcast(entry: Entry, { send }: Broadcaster): Promise<void> {
    const last = sentAt.get(entry.id)
    let refused: string | null = null
    if (last === undefined || now() - last > resendMs)
      try {
        if (await inTurn(() => send(entry))) sentAt.set(entry.id, now())
      } catch (error) {
        if (!(error instanceof Reverted)) return later(entry, retryMs, (error as Error).message)
        refused = reasonOf(error.words)
      }
    const current = (await ledger.find(entry.id)) ?? entry
    const fate = current.attempts === 0 && refused === null ? ({ kind: 'unused' } as const) : await fateOf(current)
    if (await conclude(current, fate)) return
    if (fate.kind === 'unclear') return later(current, retryMs, fate.why)
    if (fate.kind === 'reverted') return failed(current, await whyReverted(current), { isOver: false, fee: fate.fee })
    // The chain refuses it before it is sent; where nothing ever left this process, nobody else can send it either.
    if (refused !== null) return failed(current, refused, { isOver: current.attempts === 0 })
    await later(current, pollMs, null)
  }

  async function handOver(entry: Entry, { settle }: Facilitator): Promise<void> {
    let transaction: string | null = null
    let why: string | null = null
    const last = sentAt.get(entry.id)
    if (last === undefined || now() - last > resendMs) {
      if (!(await ledger.handOver(entry.id))) return
      step('handed')
      try {
        const answer = await settle(entry)
        transaction = answer.transaction
        if (!answer.success) why = answer.reason
      } catch (error) {
        why = (error as Error).message
      }
      step('told')
      sentAt.set(entry.id, now())
    }
    const current = { ...entry, attempts: entry.attempts + 1, txHash: transaction ?? entry.txHash, reason: why }
    const fate = await fateOf(current)
    if (await conclude(current, fate)) return
    // Whatever a facilitator says, it may settle until the authorization ends: only the chain tells.
    await later(
      entry,
      fate.kind === 'unclear' ? retryMs : pollMs,
      why ?? (fate.kind === 'unclear' ? fate.why : null),
      transaction,
    )
  }

  /** What the contract would say now to a transfer that it has refused in a block. */
  async function whyReverted(entry: Entry): Promise<string> {
    try {
      await settlement!.chain.token.simulate(authorizationOf(entry), signatureOf(entry))
    } catch (error) {
      if (error instanceof Reverted) return reasonOf(error.words)
    }
    return 'invalid_exact_evm_transaction_simulation_failed'
  }

  async function look(entry: Entry): Promise<void> {
    const { carrier } = settlement!
    const isFirst = entry.attempts === 0 && Number(entry.validBefore) * 1000 > now()
    if (!isFirst) {
      const fate = await fateOf(entry)
      if (await conclude(entry, fate)) return
      if (fate.kind === 'unclear') return later(entry, retryMs, fate.why)
      // A facilitator may name a transaction that failed, or any other, and settle by the next.
      if (fate.kind === 'reverted' && entry.state === 'settling' && carrier.kind === 'broadcaster')
        return failed(entry, await whyReverted(entry), { isOver: false, fee: fate.fee })
    }
    // What was called failed is only watched: somebody who saw it on the chain may still settle it.
    if (entry.state === 'failed') return void (await ledger.later(entry.id, 15_000, entry.reason))
    if (carrier.kind === 'broadcaster') await broadcast(entry, carrier.broadcaster)
    else await handOver(entry, carrier.facilitator)
  }

  /** Begins with every line that is due; a slow one does not hold up the others. */
  async function begin(): Promise<void> {
    const due = await ledger.due(mostAtOnce)
    for (const entry of due) {
      if (busy.has(entry.id) || busy.size >= mostAtOnce) continue
      const work = look(entry)
        .catch(async (error) => {
          log.error({ err: error, payment: entry.id }, 'a payment could not be looked at')
          await ledger.later(entry.id, 2_000, (error as Error).message).catch(() => {})
        })
        .finally(() => {
          busy.delete(entry.id)
          bell.ring(entry.id)
        })
      busy.set(entry.id, work)
    }
  }

  async function isHolder(): Promise<boolean> {
    const { network } = settlement!
    if (heldUntil - now() > (leaseMs * 2) / 3) return true
    const at = now()
    heldUntil = (await ledger.hold(`settler ${network}`, holder, leaseMs)) ? at + leaseMs : 0
    return heldUntil > 0
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      const heard = bell.count()
      try {
        if (settlement && (await isHolder())) await begin()
        if (now() >= nextTidy) {
          await ledger.tidy()
          nextTidy = now() + tidyMs
        }
      } catch (error) {
        log.error({ err: error }, 'the ledger of payments cannot be read')
        await bell.wait(-1, 1_000)
      }
      if (!isStopping) await bell.wait(null, settlement ? (heldUntil > 0 ? 200 : 1_000) : 5_000, heard)
    }
  }

  return {
    start(): void {
      loop = run()
    },
    /** Finishes what it has begun with, and lets another clerk take over. */
    async stop(): Promise<void> {
      isStopping = true
      bell.ring(0)
      await loop
      await Promise.all(busy.values())
      if (settlement && heldUntil > 0) await ledger.letGo(`settler ${settlement.network}`, holder)
    },
  }
}
