import { randomUUID } from 'node:crypto'
import type { Entry } from './ledger/entry.ts'
import type { Notifier } from './notifier.ts'
import { createSettling, type SettlingOptions } from './settling.ts'

type SharedOptions = Pick<SettlingOptions, 'ledger' | 'log' | 'now'>
type OwnIntervals = Partial<Pick<SettlingOptions, 'pollMs' | 'retryMs' | 'resendMs'>>

export type SettlerOptions = SharedOptions &
  OwnIntervals & {
    readonly notifier: Notifier
    /** Null where no money moves: the ledger is then tidied and nothing else. */
    readonly target: SettlingOptions['target'] | null
    /** False while another process is to settle; the lease in the ledger holds all the same. */
    readonly maySettle?: () => boolean
    readonly leaseMs?: number
  }

const maxConcurrent = 64
const tidyMs = 30_000

/**
 * Settles the payments that the serving threads have stored in the ledger, and resumes those that a crash or an outage
 * interrupted. A lease in the ledger allows one settler at a time over all processes that share it.
 */
export function createSettler(options: SettlerOptions) {
  const { ledger, notifier, log, now, target, leaseMs = 10_000, maySettle = () => true } = options
  const { pollMs = 500, retryMs = 1_000, resendMs = 3_000 } = options
  const settle = target && createSettling({ ledger, log, now, target, pollMs, retryMs, resendMs })
  const holder = randomUUID()
  const busy = new Map<number, Promise<void>>()
  let isStopping = false
  let loop: Promise<void> = Promise.resolve()
  let heldUntil = 0
  let nextTidy = 0

  const attempt = (entry: Entry, settleEntry: NonNullable<typeof settle>): Promise<void> =>
    settleEntry(entry)
      .catch(async (error) => {
        log.error({ err: error, payment: entry.id }, 'a payment could not be examined')
        await ledger.later(entry.id, 2_000, (error as Error).message).catch(() => {})
      })
      .finally(() => {
        busy.delete(entry.id)
        notifier.notify(entry.id)
      })

  /** Starts on every entry that is due; a slow one does not delay the others. */
  async function startDue(settleEntry: NonNullable<typeof settle>): Promise<void> {
    for (const entry of await ledger.due(maxConcurrent))
      if (!busy.has(entry.id) && busy.size < maxConcurrent) busy.set(entry.id, attempt(entry, settleEntry))
  }

  const leaseName = target && `settler ${target.network}`

  async function holdsLease(): Promise<boolean> {
    if (heldUntil - now() > (leaseMs * 2) / 3) return true
    const at = now()
    heldUntil = (await ledger.acquireLease(leaseName!, holder, leaseMs)) ? at + leaseMs : 0
    return heldUntil > 0
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      const seen = notifier.count()
      try {
        if (settle && maySettle() && (await holdsLease())) await startDue(settle)
        if (now() >= nextTidy) {
          await ledger.tidy()
          nextTidy = now() + tidyMs
        }
      } catch (error) {
        log.error({ err: error }, 'the ledger of payments cannot be read')
        await notifier.wait(-1, 1_000)
      }
      if (!isStopping) await notifier.wait(null, settle ? (heldUntil > 0 ? 200 : 1_000) : 5_000, seen)
    }
  }

  return {
    start(): void {
      loop = run()
    },
    /** Finishes the payments in progress, and releases the lease. */
    async stop(): Promise<void> {
      isStopping = true
      notifier.notify(0)
      await loop
      await Promise.all(busy.values())
      if (leaseName !== null && heldUntil > 0) await ledger.releaseLease(leaseName, holder)
    },
  }
}
