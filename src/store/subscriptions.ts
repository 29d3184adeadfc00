import type { Kysely, Selectable } from 'kysely'
import { type Noted, note } from './auditTrail.ts'
import type { Database } from './database.ts'
import { bumpRevision } from './revision.ts'
import { isoOf, type Schema, type SubscriptionsTable } from './schema.ts'

export const subscriptionOf = (row: Selectable<SubscriptionsTable>) => ({
  id: row.id,
  userId: row.user_id,
  tier: row.tier,
  /** As Stripe calls it: active, past_due, canceled … */
  status: row.status,
  paidUntil: row.paid_until && isoOf(row.paid_until),
})

export type Subscription = Readonly<ReturnType<typeof subscriptionOf>>

export async function listSubscriptions({ db }: Database, userId: number): Promise<Subscription[]> {
  const rows = await db.selectFrom('subscriptions').selectAll().where('user_id', '=', userId).execute()
  return rows.map(subscriptionOf)
}

/** Stores the Stripe customer of a user; the first one stays. */
export async function setCustomer({ db }: Database, userId: number, customer: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ stripe_customer: customer })
    .where('id', '=', userId)
    .where('stripe_customer', 'is', null)
    .execute()
}

export async function findCustomer({ db }: Database, customer: string): Promise<number | null> {
  const row = await db.selectFrom('users').select('id').where('stripe_customer', '=', customer).executeTakeFirst()
  return row?.id ?? null
}

export async function isEventStored({ db }: Database, eventId: string): Promise<boolean> {
  return (await db.selectFrom('stripe_events').select('id').where('id', '=', eventId).executeTakeFirst()) !== undefined
}

/** The stored version of a subscription; 0 where there is none. */
export async function versionOf({ db }: Database, id: string): Promise<number> {
  const row = await db.selectFrom('subscriptions').select('version').where('id', '=', id).executeTakeFirst()
  return row?.version ?? 0
}

/**
 * Stores a subscription and marks the event as handled, in one transaction. False, with nothing stored, where the
 * subscription has changed since `version`.
 */
export async function storeEvent(
  { db, actor }: Database,
  event: { readonly id: string; readonly type: string; readonly at: string },
  change: { readonly subscription: Subscription; readonly version: number } | null,
  payment: Noted | null = null,
): Promise<boolean> {
  try {
    await db.transaction().execute(async (step) => {
      const { numInsertedOrUpdatedRows } = await step
        .insertInto('stripe_events')
        .values({ id: event.id, type: event.type, received_at: event.at })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 0n) return
      if (payment) await note(step, actor, payment)
      if (!change) return
      const before = await step
        .selectFrom('subscriptions')
        .selectAll()
        .where('id', '=', change.subscription.id)
        .executeTakeFirst()
      if (!(await writeSubscription(step, change, event.at))) throw new Overtaken()
      const [old, fresh] = [planText(before && subscriptionOf(before)), planText(change.subscription)]
      const { id: subject, userId } = change.subscription
      if (old !== fresh)
        await note(step, actor, { action: 'tier.change', userId, subject, detail: `paid ${old} to ${fresh}` })
      await bumpRevision(step)
    })
    return true
  } catch (error) {
    if (error instanceof Overtaken) return false
    throw error
  }
}

const planText = (subscription: Subscription | undefined): string =>
  subscription ? `${subscription.tier} ${subscription.status} until ${subscription.paidUntil ?? 'now'}` : 'nothing'

class Overtaken extends Error {}

async function writeSubscription(
  step: Kysely<Schema>,
  { subscription, version }: { readonly subscription: Subscription; readonly version: number },
  at: string,
): Promise<boolean> {
  const { id, userId, tier, status, paidUntil } = subscription
  const values = { user_id: userId, tier, status, paid_until: paidUntil, updated_at: at, version: version + 1 }
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await step
      .insertInto('subscriptions')
      .values({ id, ...values })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await step
    .updateTable('subscriptions')
    .set(values)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
