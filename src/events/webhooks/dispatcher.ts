import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../../store/database.ts'
import { eventsAfter, newestPlace, type Removed, readRemoved } from '../../store/events.ts'
import { dueWebhooks, noteAttempt, type Webhook } from '../../store/webhooks.ts'
import { missedEvent } from '../types.ts'
import { type DeliveryOptions, deliver, type Message } from './deliver.ts'

const minute = 60_000
/** The pauses after failed attempts, as the Standard Webhooks specification proposes. */
const usualPauses = [5_000, ...[5, 30, 120, 300, 600, 840, 1_200, 1_440].map((minutes) => minutes * minute)]
/** A pause is longer by up to this part, so that receivers of many webhooks are not met by all at once. */
const jitter = 0.2
/** Receivers that are sent to at the same time. */
const mostAtOnce = 32
/** Events of a webhook that are read at a time. */
const batch = 100

type DispatcherOptions = {
  readonly database: Database
  readonly delivery: DeliveryOptions
  readonly log: Pick<Logger, 'info' | 'error'>
  /** False while another process delivers. */
  readonly mayDeliver: () => Promise<boolean>
  /** Called when the last attempt failed or the receiver is gone. */
  readonly onEnded: (webhook: Webhook) => Promise<void>
  readonly pauses?: readonly number[]
  readonly lookMs?: number
}

const listIn = (names: string | null): string[] | null => names?.split(',') ?? null
const isSame = (a: Webhook, b: Webhook): boolean =>
  (['url', 'types', 'datasets', 'status', 'generation', 'oldUntil'] as const).every((name) => a[name] === b[name])

/**
 * Sends events to webhooks: to each the next one only when the one before was taken, so that they come in order. The
 * place is stored after the answer, so that a crash repeats the last event and loses none.
 */
export function createDispatcher(options: DispatcherOptions) {
  const { database, delivery, log, mayDeliver, onEnded, pauses = usualPauses, lookMs = 1_000 } = options
  const stopping = new AbortController()
  const busy = new Map<number, Promise<void>>()

  /** Records a failed attempt: the next one comes later, or none does. */
  async function fail(webhook: Webhook, status: number | null, error: string): Promise<void> {
    const pause = pauses[webhook.attempts]
    const ended = status === 410 ? 'gone' : pause === undefined ? 'failed' : null
    const next = delivery.now().getTime() + (pause ?? 0) * (1 + Math.random() * jitter)
    const noted = await noteAttempt(database, webhook, {
      attempts: webhook.attempts + 1,
      last_error: error,
      next_at: ended ? null : new Date(next).toISOString(),
      ...(ended ? { status: ended } : {}),
    })
    if (!ended || !noted) return
    log.info({ webhook: webhook.id, status: ended, reason: error }, 'a webhook is sent nothing more')
    await onEnded(noted)
  }

  /** The next messages of a webhook, each with the place behind it. */
  async function nextOf(webhook: Webhook, removed: Removed): Promise<(Message & { readonly seq: number })[]> {
    const { id, userId, types, datasets, place } = webhook
    if (place < removed.seq) return [{ ...missedEvent(`webhook_${id}`, removed, delivery.now()), seq: removed.seq }]
    const filter = { userId, types: listIn(types), datasets: listIn(datasets) }
    return eventsAfter(database, filter, place, batch)
  }

  /** Sends what is due, until it is all sent or an attempt fails. */
  async function run(webhook: Webhook): Promise<void> {
    for (let current: Webhook | null = webhook; current && !stopping.signal.aborted; ) {
      const newest = await newestPlace(database)
      if (newest <= current.place) return
      const messages = await nextOf(current, await readRemoved(database))
      // Nothing up to there is for it.
      if (messages.length === 0) return void (await noteAttempt(database, current, { place: newest }))
      for (const { seq, ...message } of messages) {
        if (stopping.signal.aborted) return
        const { status, error } = await deliver(current, message, { ...delivery, signal: stopping.signal })
        // An attempt that a stop has cut off is none.
        if (error !== null && stopping.signal.aborted) return
        if (error !== null) return fail(current, status, error)
        const taken: Webhook | null = await noteAttempt(database, current, {
          ...{ place: seq, attempts: 0, next_at: null, last_error: null },
          delivered_at: delivery.now().toISOString(),
        })
        // Its owner has changed it meanwhile.
        if (!taken || !isSame(taken, current)) return
        current = taken
      }
    }
  }

  async function look(): Promise<void> {
    if (!(await mayDeliver())) return
    const newest = await newestPlace(database)
    for (const webhook of await dueWebhooks(database, newest, delivery.now().toISOString())) {
      if (busy.has(webhook.id) || busy.size >= mostAtOnce) continue
      const running = run(webhook)
        .catch((error) => log.error({ err: error, webhook: webhook.id }, 'a webhook could not be served'))
        .finally(() => busy.delete(webhook.id))
      busy.set(webhook.id, running)
    }
  }

  async function keepLooking(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look().catch((error) => log.error({ err: error }, 'events cannot be read'))
      await sleep(lookMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const looking = keepLooking()

  return {
    /** Breaks off the deliveries under way: they are made again. */
    async close(): Promise<void> {
      stopping.abort()
      await looking
      await Promise.all(busy.values())
    },
  }
}
