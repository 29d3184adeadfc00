import type { Kysely, Selectable } from 'kysely'
import type { Tier } from '../catalogue/dataset.ts'
import type { Actor } from './actor.ts'
import { note } from './auditTrail.ts'
import { type Database, emptyLog } from './database.ts'
import { insertKey, type NewKey } from './keys.ts'
import { bumpRevision } from './revision.ts'
import type { Schema, UsersTable } from './schema.ts'
import { type User, userOf } from './user.ts'

export type NewUser = {
  readonly email: string
  readonly tier: Tier
  readonly at: string
  readonly isVerified: boolean
  /** Users made by the operator have none until a reset. */
  readonly passwordHash?: string
}

/** Addresses are compared and stored in lower case. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()

/**
 * Makes a user with password and first key in one step, so that a crash leaves all of it or nothing. Null where the
 * address is taken.
 */
export function addUser(
  { db, actor }: Database,
  user: NewUser,
  key: NewKey | null,
): Promise<{ user: User; keyId: number | null } | null> {
  return db.transaction().execute(async (step) => {
    const row = await step
      .insertInto('users')
      .values({
        email: normalEmail(user.email),
        name: '',
        email_verified: user.isVerified,
        tier: user.tier,
        created_at: user.at,
        updated_at: user.at,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row) return null
    if (user.passwordHash !== undefined) await insertPassword(step, row.id, user.passwordHash, user.at)
    const action = actor?.name === 'visitor' ? 'user.sign-up' : 'user.add'
    await note(step, actor, { action, userId: row.id, detail: user.tier })
    const keyId = key && (await insertKey(step, row.id, key, user.at, actor))
    return { user: userOf(row), keyId }
  })
}

const insertPassword = (step: Kysely<Schema>, userId: number, password: string, at: string) =>
  step
    .insertInto('accounts')
    .values({
      user_id: userId,
      account_id: String(userId),
      provider_id: 'credential',
      password,
      created_at: at,
      updated_at: at,
    })
    .execute()

export async function countUsers({ db }: Database): Promise<number> {
  const { n } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export async function findUser({ db }: Database, by: { id: number } | { email: string }): Promise<User | null> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('id' in by ? 'id' : 'email', '=', 'id' in by ? by.id : normalEmail(by.email))
    .executeTakeFirst()
  return row ? userOf(row) : null
}

export async function listUsers({ db }: Database): Promise<User[]> {
  return (await db.selectFrom('users').selectAll().orderBy('id').execute()).map(userOf)
}

/** False where there is no such user. */
export const setTier = (database: Database, id: number, tier: Tier, at: string): Promise<boolean> =>
  change(database, id, { tier, updated_at: at })

export const setDisabled = (database: Database, id: number, disabledAt: string | null): Promise<boolean> =>
  change(database, id, { disabled_at: disabledAt })

function change({ db, actor }: Database, id: number, values: Partial<Selectable<UsersTable>>): Promise<boolean> {
  return db.transaction().execute(async (step) => {
    const before = await step.selectFrom('users').select(['tier']).where('id', '=', id).executeTakeFirst()
    if (before) await noteChange(step, actor, id, before.tier, values)
    const { numUpdatedRows } = await step.updateTable('users').set(values).where('id', '=', id).executeTakeFirst()
    // Disabling a user ends their sessions.
    if (values.disabled_at) await step.deleteFrom('sessions').where('user_id', '=', id).execute()
    await bumpRevision(step)
    return numUpdatedRows > 0n
  })
}

async function noteChange(
  step: Kysely<Schema>,
  actor: Actor | undefined,
  userId: number,
  tier: Tier,
  values: Partial<Selectable<UsersTable>>,
): Promise<void> {
  if (values.tier !== undefined)
    await note(step, actor, { action: 'tier.change', userId, detail: `granted ${tier} to ${values.tier}` })
  if (values.disabled_at !== undefined)
    await note(step, actor, { action: values.disabled_at === null ? 'user.enable' : 'user.disable', userId })
}

/** Tables whose rows go with their user, children before parents. */
const tablesOfUser = [
  ...(['oauth_access_tokens', 'oauth_refresh_tokens', 'oauth_consents', 'device_logins'] as const),
  ...(['idempotent_requests', 'webhooks', 'events', 'links', 'keys', 'accounts', 'sessions', 'subscriptions'] as const),
]

/**
 * Deletes a user: address, password, sessions, keys, subscriptions, and internet addresses in the audit trail. Counts
 * of calls and lines of the audit trail stay under an id that no longer identifies anybody.
 */
export async function deleteUser(database: Database, id: number): Promise<boolean> {
  const isRemoved = await database.db.transaction().execute(async (step) => {
    const user = await step.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst()
    if (!user) return false
    for (const table of tablesOfUser) await step.deleteFrom(table).where('user_id', '=', id).execute()
    // The value of an authorization code is JSON with its user.
    const [code, identifier] = [`%"userId":"${id}"%`, user.email]
    await step
      .deleteFrom('verifications')
      .where(({ eb, or }) =>
        or([eb('value', '=', String(id)), eb('value', 'like', code), eb('identifier', '=', identifier)]),
      )
      .execute()
    await step.deleteFrom('users').where('id', '=', id).execute()
    const lines = step.updateTable('audit').where('user_id', '=', id)
    await lines.set({ address: null }).execute()
    // Stripe's ids would identify the person there.
    await lines.set({ subject: null }).where('subject', 'not like', 'key %').execute()
    await note(step, database.actor, { action: 'user.delete', userId: id })
    await bumpRevision(step)
    return true
  })
  if (isRemoved) await emptyLog(database)
  return isRemoved
}
