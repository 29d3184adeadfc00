import type { Selectable } from 'kysely'
import { dayMs } from '../days.ts'
import { type AuditAction, note } from './auditTrail.ts'
import type { Database } from './database.ts'
import { isoOf, type WebhooksTable } from './schema.ts'

export const webhookStatuses = ['active', 'paused', 'failed', 'gone'] as const
type WebhookStatus = (typeof webhookStatuses)[number]

/** An address of a user that events are sent to. */
export type Webhook = Readonly<ReturnType<typeof webhookOf>>

/** What an owner may set; lists are separated by commas, and null means all. */
export type WebhookSettings = {
  readonly url: string
  readonly types: string | null
  readonly datasets: string | null
  readonly status: WebhookStatus
}

/** How long the secret before a rotation signs too. */
const overlapMs = dayMs

const webhookOf = (row: Selectable<WebhooksTable>) => ({
  id: row.id,
  userId: row.user_id,
  url: row.url,
  types: row.types,
  datasets: row.datasets,
  status: row.status as WebhookStatus,
  generation: row.generation,
  oldUntil: row.old_until && isoOf(row.old_until),
  place: row.place,
  attempts: row.attempts,
  nextAt: row.next_at && isoOf(row.next_at),
  deliveredAt: row.delivered_at && isoOf(row.delivered_at),
  lastError: row.last_error,
  createdAt: isoOf(row.created_at),
})

type Of = { readonly userId: number; readonly id: number }

/** Adds a webhook for events after a place; null where the user has `most` of them. */
export function addWebhook(
  { db, actor }: Database,
  added: Omit<WebhookSettings, 'status'> & { readonly userId: number; readonly place: number; readonly at: string },
  most: number,
): Promise<Webhook | null> {
  const { userId, at, ...rest } = added
  return db.transaction().execute(async (step) => {
    // Locks the user's row: two requests at once must not both take the last place.
    await step.updateTable('users').set({ updated_at: at }).where('id', '=', userId).execute()
    const own = await step.selectFrom('webhooks').select('id').where('user_id', '=', userId).execute()
    if (own.length >= most) return null
    const row = await step
      .insertInto('webhooks')
      .values({ ...rest, user_id: userId, status: 'active', generation: 1, attempts: 0, created_at: at })
      .returningAll()
      .executeTakeFirstOrThrow()
    await note(step, actor, { action: 'webhook.create', userId, subject: `webhook ${row.id}` })
    return webhookOf(row)
  })
}

export async function listWebhooks({ db }: Database, userId: number): Promise<Webhook[]> {
  return (await db.selectFrom('webhooks').selectAll().where('user_id', '=', userId).orderBy('id').execute()).map(
    webhookOf,
  )
}

/** A webhook of this user; null where there is none. */
export async function findWebhook({ db }: Database, { userId, id }: Of): Promise<Webhook | null> {
  const query = db.selectFrom('webhooks').selectAll().where('id', '=', id).where('user_id', '=', userId)
  const row = await query.executeTakeFirst()
  return row ? webhookOf(row) : null
}

/** Changes a webhook of this user and writes the audit trail; null where there is none. */
function change(
  { db, actor }: Database,
  { userId, id }: Of,
  action: AuditAction,
  values: Partial<Selectable<WebhooksTable>>,
  detail?: string,
): Promise<Webhook | null> {
  return db.transaction().execute(async (step) => {
    const row = await step
      .updateTable('webhooks')
      .set(values)
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returningAll()
      .executeTakeFirst()
    if (!row) return null
    await note(step, actor, { action, userId, subject: `webhook ${id}`, ...(detail ? { detail } : {}) })
    return webhookOf(row)
  })
}

/** What is due is tried again at once. */
const atOnce = { attempts: 0, next_at: null } as const

export const changeWebhook = (database: Database, of: Of, settings: Partial<WebhookSettings>) =>
  change(database, of, 'webhook.change', { ...settings, ...atOnce }, Object.keys(settings).join(', '))

/** Gives a webhook another secret; the one before signs for a day more. */
export const rotateWebhook = (database: Database, { id, userId, generation }: Webhook, now: Date) => {
  const old_until = new Date(now.getTime() + overlapMs).toISOString()
  return change(database, { id, userId }, 'webhook.rotate', { generation: generation + 1, old_until })
}

/** Delivers again what stands behind a place. */
export const replayWebhook = (database: Database, of: Of, place: number) =>
  change(database, of, 'webhook.replay', { place, ...atOnce })

/** Null where the user has no such webhook. */
export function removeWebhook({ db, actor }: Database, { userId, id }: Of): Promise<Webhook | null> {
  return db.transaction().execute(async (step) => {
    const query = step.deleteFrom('webhooks').where('id', '=', id).where('user_id', '=', userId)
    const row = await query.returningAll().executeTakeFirst()
    if (!row) return null
    await note(step, actor, { action: 'webhook.remove', userId, subject: `webhook ${id}` })
    return webhookOf(row)
  })
}

/** Active webhooks of enabled users that are behind a place and may be tried now. */
export async function dueWebhooks({ db }: Database, newest: number, now: string): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .innerJoin('users', 'users.id', 'webhooks.user_id')
    .selectAll('webhooks')
    .where('users.disabled_at', 'is', null)
    .where('webhooks.status', '=', 'active')
    .where('webhooks.place', '<', newest)
    .where((is) => is.or([is('webhooks.next_at', 'is', null), is('webhooks.next_at', '<=', now)]))
    .orderBy('webhooks.id')
    .execute()
  return rows.map(webhookOf)
}

/**
 * Records the outcome of an attempt, unless the place was moved meanwhile: null then, and where the webhook is gone.
 */
export async function noteAttempt(
  { db }: Database,
  { id, place }: Webhook,
  values: Partial<Selectable<WebhooksTable>>,
): Promise<Webhook | null> {
  const row = await db
    .updateTable('webhooks')
    .set(values)
    .where('id', '=', id)
    .where('place', '=', place)
    .returningAll()
    .executeTakeFirst()
  return row ? webhookOf(row) : null
}
