import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPost } from '../../../access/mail.ts'
import { webhookMail } from '../../../access/messages.ts'
import { dayMs } from '../../../days.ts'
import { keptDays } from '../../../events/types.ts'
import { createDispatcher } from '../../../events/webhooks/dispatcher.ts'
import { createLedger } from '../../../pay/ledger/ledger.ts'
import type { PaymentTerms } from '../../../pay/paymentTerms.ts'
import type { Database } from '../../../store/database.ts'
import { removeEvents } from '../../../store/events.ts'
import type { Leadership } from '../../../store/leadership.ts'
import { findUser } from '../../../store/users.ts'
import type { Webhook } from '../../../store/webhooks.ts'
import type { ControlOptions } from '../../control.ts'
import type { ServedVersion } from '../servedVersion.ts'
import type { Parts } from '../serviceParts.ts'
import { announcePrices, createAnnouncer } from './announcer.ts'

/** Interval between two looks at what is served. */
const lookMs = 1_000
/** A process that is killed lets another one go on after so long. */
const leaseMs = 10_000
const tidyMs = 3_600_000

type EventWorkOptions = Parts<'context'> & {
  readonly database: Database
  readonly served: ServedVersion
  readonly control: ControlOptions
  /** Null where agents cannot pay. */
  readonly agents: { readonly options: { readonly terms: PaymentTerms } } | null
  /** Which of several processes writes; null where this one does. */
  readonly leadership: Pick<Leadership, 'isLeader'> | null
}

/** Announces events and sends them to webhooks, in one process of those that share a database. */
export function startEventWork({ context, database, served, control, agents, leadership }: EventWorkOptions) {
  const { config, log, now } = context
  const terms = agents?.options.terms ?? null
  const stopping = new AbortController()
  const { signal } = stopping
  const ledger = createLedger(database, Date.now)
  const lease = `events ${config.FORMOSA_ORIGIN}`
  const holder = randomUUID()
  let heldUntil = 0
  let tidiedAt = Number.NEGATIVE_INFINITY
  const announcer = createAnnouncer({ context, database, served })
  const post = control.mail && createPost(control.mail.url, control.mail.from)

  async function mayWork(): Promise<boolean> {
    if (signal.aborted || leadership?.isLeader() === false) return false
    const at = performance.now()
    if (heldUntil - at > leaseMs / 2) return true
    heldUntil = (await ledger.acquireLease(lease, holder, leaseMs)) ? at + leaseMs : 0
    return heldUntil > 0
  }

  async function tellOwner({ id, userId, url, status, lastError }: Webhook): Promise<void> {
    const user = post && (await findUser(database, { id: userId }))
    if (!user) return
    await post(webhookMail(user.email, control.publicUrl, { id, host: new URL(url).host, status, lastError }))
  }

  async function look(): Promise<void> {
    if (!(await mayWork())) return
    await announcer.look()
    if (performance.now() - tidiedAt < tidyMs) return
    await removeEvents(database, new Date(now().getTime() - keptDays * dayMs).toISOString())
    tidiedAt = performance.now()
  }

  async function keepLooking(): Promise<void> {
    let isAnnounced = terms === null
    let notBefore = 0
    while (!signal.aborted) {
      try {
        if (!isAnnounced && (await mayWork())) {
          await announcePrices(database, terms!, now())
          isAnnounced = true
        }
        if (performance.now() >= notBefore) await look()
      } catch (error) {
        log.error({ err: error }, 'events could not be recorded; the next attempt is in a minute')
        notBefore = performance.now() + 60 * lookMs
      }
      await sleep(lookMs, undefined, { signal }).catch(() => {})
    }
  }

  const looking = keepLooking()
  const dispatcher = createDispatcher({
    ...{ database, log, mayDeliver: mayWork, delivery: { ...control.delivery, now } },
    onEnded: (webhook) =>
      tellOwner(webhook).catch((error) =>
        log.error({ err: error, webhook: webhook.id }, 'a message could not be sent'),
      ),
  })
  return {
    async close(): Promise<void> {
      stopping.abort()
      await Promise.all([looking, dispatcher.close()])
      if (heldUntil > 0) await ledger.releaseLease(lease, holder).catch(() => {})
    },
  }
}
