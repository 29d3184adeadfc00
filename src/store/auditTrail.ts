import type { Kysely, Selectable } from 'kysely'
import type { Actor } from './actor.ts'
import type { Database } from './database.ts'
import { type AuditTable, isoOf, type Schema } from './schema.ts'

/** Everything the audit trail records. */
export const auditActions = [
  'user.sign-up',
  'user.add',
  'user.disable',
  'user.enable',
  'user.delete',
  'session.log-in',
  'session.log-out',
  'password.change',
  'password.reset-request',
  'password.reset',
  'email.verify',
  'key.create',
  'key.rename',
  'key.rotate',
  'key.revoke',
  'link.create',
  'link.revoke',
  'webhook.create',
  'webhook.change',
  'webhook.rotate',
  'webhook.replay',
  'webhook.remove',
  'tier.change',
  'payment.paid',
  'payment.failed',
  'payment.refunded',
  'payment.disputed',
  'payment.settled',
  'payment.external',
  'payments.reconcile',
  'backup.write',
  'backup.restore',
  'secret.replace',
] as const
export type AuditAction = (typeof auditActions)[number]

/** The same database, with the name under which its changes are recorded. */
export const actingAs = (database: Database, actor: Actor): Database => ({ ...database, actor })

export type Noted = {
  readonly action: AuditAction
  /** The account concerned, if it is known. */
  readonly userId: number | null
  /** A key, a payment, a subscription, by its number; never a secret, an e-mail address or a name. */
  readonly subject?: string
  /** `refused` where nothing was changed. */
  readonly outcome?: 'ok' | 'refused'
  readonly detail?: string
}

/** Adds a line to the audit trail, in the transaction of the change where `step` is one. */
export async function note(step: Kysely<Schema>, actor: Actor | undefined, noted: Noted): Promise<void> {
  await step
    .insertInto('audit')
    .values({
      at: actor?.at ?? new Date().toISOString(),
      actor: actor?.name ?? 'service',
      user_id: noted.userId,
      action: noted.action,
      subject: noted.subject ?? null,
      outcome: noted.outcome ?? 'ok',
      detail: noted.detail ?? null,
      address: actor?.address ?? null,
      request_id: actor?.requestId ?? null,
    })
    .execute()
}

export type AuditLine = Omit<Selectable<AuditTable>, 'at'> & { readonly at: string }

export type AuditFilter = {
  readonly since?: string | undefined
  readonly userId?: number | undefined
  readonly action?: AuditAction | undefined
  readonly limit: number
}

/** Reads the audit trail, the newest lines first. */
export async function readAudit({ db }: Database, filter: AuditFilter): Promise<AuditLine[]> {
  let query = db.selectFrom('audit').selectAll()
  if (filter.since !== undefined) query = query.where('at', '>=', filter.since)
  if (filter.userId !== undefined) query = query.where('user_id', '=', filter.userId)
  if (filter.action !== undefined) query = query.where('action', '=', filter.action)
  const rows = await query.orderBy('id', 'desc').limit(filter.limit).execute()
  return rows.map((row) => ({ ...row, at: isoOf(row.at) }))
}

/** Removes expired lines, and expired internet addresses in lines. */
export async function forgetAudit(
  { db }: Database,
  { linesBefore, addressesBefore }: { readonly linesBefore: string; readonly addressesBefore: string },
): Promise<void> {
  await db.deleteFrom('audit').where('at', '<', linesBefore).execute()
  await db
    .updateTable('audit')
    .set({ address: null })
    .where('at', '<', addressesBefore)
    .where('address', 'is not', null)
    .execute()
}
