import type { Logger } from 'pino'
import { type AuthorizationOutcome, failureOf } from './authorizationOutcome.ts'
import type { Broadcaster } from './broadcaster.ts'
import type { Chain } from './chain.ts'
import type { Facilitator } from './facilitator.ts'
import { authorizationOf, type Entry, signatureOf } from './ledger/entry.ts'
import type { Ledger } from './ledger/ledger.ts'
import { createOneByOne } from './oneByOne.ts'
import { isReason, reasonOf } from './reasons.ts'
import { Reverted } from './rpc.ts'

/** Submits payments to the chain: our own broadcaster, or a facilitator. */
export type Submitter =
  | { readonly kind: 'broadcaster'; readonly broadcaster: Broadcaster }
  | { readonly kind: 'facilitator'; readonly facilitator: Facilitator }

/** Where payments are settled, and through whom. */
type SettlingTarget = { readonly chain: Chain; readonly submitter: Submitter; readonly network: string }

export type SettlingOptions = {
  readonly ledger: Ledger
  readonly log: Logger
  readonly now: () => number
  readonly target: SettlingTarget
  /** Intervals: between two looks for a transaction, after an outage, and before sending again. */
  readonly pollMs: number
  readonly retryMs: number
  readonly resendMs: number
}

/** The gas of all attempts of a payment, in wei. */
const sumOf = (before: string | null, fee: string): string => String(BigInt(before ?? 0) + BigInt(fee))

/** Interval between two looks at a failed payment whose authorization is still valid. */
const watchMs = 15_000

/** Returns a function that takes one step towards settling an entry: submit it, or record its outcome. */
export function createSettling({ ledger, log, now, target, pollMs, retryMs, resendMs }: SettlingOptions) {
  const { chain, submitter } = target
  const { outcomeOf } = chain
  const sentAt = new Map<number, number>()
  const isResendDue = ({ id }: Entry): boolean => now() - (sentAt.get(id) ?? Number.NEGATIVE_INFINITY) > resendMs

  // Account nonces must be sent in order.
  const oneByOne = createOneByOne()

  async function fail(entry: Entry, reason: string, more: { isOver: boolean; fee?: string }): Promise<void> {
    log.warn({ payment: entry.id, reason }, 'a payment was not settled')
    await ledger.failed(entry.id, reason, {
      ...more,
      ...(more.fee === undefined ? {} : { fee: sumOf(entry.fee, more.fee) }),
    })
  }

  async function postpone(entry: Entry, inMs: number, why: string | null, transaction: string | null = null) {
    if (why !== null && why !== entry.reason) log.warn({ payment: entry.id, why }, 'a payment is postponed')
    await ledger.later(entry.id, inMs, why, transaction)
  }

  /** Records a final outcome; false where the outcome is not final. */
  async function conclude(entry: Entry, outcome: AuthorizationOutcome): Promise<boolean> {
    const failure = failureOf(outcome)
    if (outcome.kind === 'paid') {
      await ledger.settled(entry.id, { ...outcome, fee: sumOf(entry.fee, outcome.fee) })
      log.info({ payment: entry.id, transaction: outcome.transaction }, 'a payment was settled')
    } else if (failure !== null) {
      const isKnown = outcome.kind === 'expired' && isReason(entry.reason)
      await fail(entry, isKnown ? entry.reason! : failure, { isOver: true })
    } else return false
    sentAt.delete(entry.id)
    return true
  }

  /** The contract's reason for a reverted transfer, from simulating it now. */
  async function whyReverted(entry: Entry): Promise<string> {
    try {
      await chain.token.simulate(authorizationOf(entry), signatureOf(entry))
    } catch (error) {
      if (error instanceof Reverted) return reasonOf(error.words)
    }
    return 'invalid_exact_evm_transaction_simulation_failed'
  }

  async function broadcast(entry: Entry, { send }: Broadcaster): Promise<void> {
    let refused: string | null = null
    if (isResendDue(entry))
      try {
        if (await oneByOne(() => send(entry))) sentAt.set(entry.id, now())
      } catch (error) {
        if (!(error instanceof Reverted)) return postpone(entry, retryMs, (error as Error).message)
        refused = reasonOf(error.words)
      }
    const current = (await ledger.find(entry.id)) ?? entry
    const outcome =
      current.attempts === 0 && refused === null ? ({ kind: 'unused' } as const) : await outcomeOf(current)
    if (await conclude(current, outcome)) return
    if (outcome.kind === 'unclear') return postpone(current, retryMs, outcome.why)
    if (outcome.kind === 'reverted')
      return fail(current, await whyReverted(current), { isOver: false, fee: outcome.fee })
    // The contract refused the simulation. Where nothing was ever sent, no other sender knows the authorization.
    if (refused !== null) return fail(current, refused, { isOver: current.attempts === 0 })
    await postpone(current, pollMs, null)
  }

  async function handOver(entry: Entry, { settle }: Facilitator): Promise<void> {
    let transaction: string | null = null
    let why: string | null = null
    if (isResendDue(entry)) {
      if (!(await ledger.handOver(entry.id))) return
      try {
        const response = await settle(entry)
        transaction = response.transaction
        if (!response.success) why = response.reason
      } catch (error) {
        why = (error as Error).message
      }
      sentAt.set(entry.id, now())
    }
    const current = { ...entry, attempts: entry.attempts + 1, txHash: transaction ?? entry.txHash, reason: why }
    const outcome = await outcomeOf(current)
    if (await conclude(current, outcome)) return
    // A facilitator may settle until the authorization expires, whatever it responds: only the chain is trusted.
    const isUnclear = outcome.kind === 'unclear'
    await postpone(entry, isUnclear ? retryMs : pollMs, why ?? (isUnclear ? outcome.why : null), transaction)
  }

  return async (entry: Entry): Promise<void> => {
    const isFirst = entry.attempts === 0 && Number(entry.validBefore) * 1000 > now()
    if (!isFirst) {
      const outcome = await outcomeOf(entry)
      if (await conclude(entry, outcome)) return
      if (outcome.kind === 'unclear') return postpone(entry, retryMs, outcome.why)
      // A facilitator may name a failed or unrelated transaction, and settle with the next one.
      if (outcome.kind === 'reverted' && entry.state === 'settling' && submitter.kind === 'broadcaster')
        return fail(entry, await whyReverted(entry), { isOver: false, fee: outcome.fee })
    }
    // A failed payment is only watched: another sender that saw it on the chain may still settle it.
    if (entry.state === 'failed') return void (await ledger.later(entry.id, watchMs, entry.reason))
    if (submitter.kind === 'broadcaster') await broadcast(entry, submitter.broadcaster)
    else await handOver(entry, submitter.facilitator)
  }
}
