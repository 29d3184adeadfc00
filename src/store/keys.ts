import type { Kysely, Selectable } from 'kysely'
import type { Actor } from './actor.ts'
import { note } from './auditTrail.ts'
import type { Database } from './database.ts'
import { removeTokens } from './oauthTokens.ts'
import { bumpRevision } from './revision.ts'
import { isoOf, type KeysTable, type Schema } from './schema.ts'
import { type Subscription, subscriptionOf } from './subscriptions.ts'
import { type User, userOf } from './user.ts'

export type NewKey = Readonly<Pick<KeysTable, 'name' | 'prefix' | 'last4'>> & {
  readonly hash: Buffer
  /** The application that it stands for. */
  readonly client_id?: string
}

const keyOf = (row: Selectable<KeysTable>) => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  /** The parts that may be shown: the beginning and the last four characters. */
  prefix: row.prefix,
  last4: row.last4,
  createdAt: isoOf(row.created_at),
  lastUsedAt: row.last_used_at && isoOf(row.last_used_at),
  expiresAt: row.expires_at && isoOf(row.expires_at),
  revokedAt: row.revoked_at && isoOf(row.revoked_at),
  /** True for a key that stands for a connected application: nobody holds it, tokens resolve to it. */
  isApplication: row.client_id !== null,
})

export type ApiKey = Readonly<ReturnType<typeof keyOf>>

/** Keys that were neither revoked nor ran out. */
export const isLive = ({ revokedAt, expiresAt }: ApiKey, now: string): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > now)

export async function insertKey(
  step: Kysely<Schema>,
  userId: number,
  key: NewKey,
  at: string,
  actor: Actor | undefined,
): Promise<number> {
  const { id } = await step
    .insertInto('keys')
    .values({ ...key, user_id: userId, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const detail = key.client_id === undefined ? {} : { detail: `for application ${key.client_id}` }
  await note(step, actor, { action: 'key.create', userId, subject: `key ${id}`, ...detail })
  return id
}

/** Counts a user's valid keys. Locks the user's row: two requests at once must not both take the last place. */
async function liveKeys(step: Kysely<Schema>, userId: number, at: string): Promise<number> {
  await step.updateTable('users').set({ updated_at: at }).where('id', '=', userId).execute()
  const held = await step.selectFrom('keys').selectAll().where('user_id', '=', userId).execute()
  return held.filter((row) => isLive(keyOf(row), at)).length
}

/** Refuses with null where the user already holds `most` keys that work. */
export function addKey(
  { db, actor }: Database,
  userId: number,
  key: NewKey,
  at: string,
  most: number,
): Promise<ApiKey | null> {
  return db.transaction().execute(async (step) => {
    if ((await liveKeys(step, userId, at)) >= most) return null
    return readKey(step, userId, await insertKey(step, userId, key, at, actor))
  })
}

async function readKey(step: Kysely<Schema>, userId: number, id: number): Promise<ApiKey | null> {
  const key = await findKeyById({ db: step }, id)
  return key?.userId === userId ? key : null
}

export async function listKeys({ db }: Database, userId: number): Promise<ApiKey[]> {
  return (await db.selectFrom('keys').selectAll().where('user_id', '=', userId).orderBy('id').execute()).map(keyOf)
}

export async function findKeyById({ db }: Pick<Database, 'db'>, id: number): Promise<ApiKey | null> {
  const row = await db.selectFrom('keys').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? keyOf(row) : null
}

export type Holder = { readonly key: ApiKey; readonly user: User; readonly subscriptions: readonly Subscription[] }

/** Finds a key by its hash; takes as long for a known key as for an unknown one. */
export async function findKey({ db }: Database, hash: Buffer): Promise<Holder | null> {
  const key = await db.selectFrom('keys').selectAll().where('hash', '=', hash).executeTakeFirst()
  return key ? holderOfKey(db, key) : null
}

/** Stores a key under another hash. */
export async function replaceHash({ db }: Database, from: Buffer, to: Buffer): Promise<void> {
  await db.updateTable('keys').set({ hash: to }).where('hash', '=', from).execute()
}

/** A key with its user and the user's subscriptions. */
export async function holderOfKey(db: Kysely<Schema>, key: Selectable<KeysTable>): Promise<Holder> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', key.user_id).executeTakeFirstOrThrow()
  const rows = await db.selectFrom('subscriptions').selectAll().where('user_id', '=', key.user_id).execute()
  return { key: keyOf(key), user: userOf(user), subscriptions: rows.map(subscriptionOf) }
}

/** The change of a key of this user. */
const ownKey = (step: Kysely<Schema>, userId: number, id: number) =>
  step.updateTable('keys').where('id', '=', id).where('user_id', '=', userId)

export function renameKey({ db, actor }: Database, userId: number, id: number, name: string): Promise<ApiKey | null> {
  return db.transaction().execute(async (step) => {
    const { numUpdatedRows } = await ownKey(step, userId, id).set({ name }).executeTakeFirst()
    if (numUpdatedRows > 0n) await note(step, actor, { action: 'key.rename', userId, subject: `key ${id}` })
    return readKey(step, userId, id)
  })
}

/**
 * Revokes a key, with the tokens of the application that it stands for; a second time changes nothing; null where it is
 * not this user's.
 */
export function revokeKey(
  { db, actor }: Database,
  userId: number,
  id: number,
  at: string,
  reason: { readonly detail?: string } = {},
): Promise<ApiKey | null> {
  return db.transaction().execute(async (step) => {
    const { numUpdatedRows } = await ownKey(step, userId, id)
      .set({ revoked_at: at })
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await note(step, actor, { action: 'key.revoke', userId, subject: `key ${id}`, ...reason })
    const held = await step.selectFrom('keys').select('client_id').where('id', '=', id).executeTakeFirst()
    if (numUpdatedRows > 0n && held?.client_id) await removeTokens(step, userId, held.client_id)
    await bumpRevision(step)
    return readKey(step, userId, id)
  })
}

/**
 * Puts a new key beside the old one, which goes on working until `expiresAt`: one key more than `most` for that time.
 * Null where the old one does not work.
 */
export function rotateKey(
  { db, actor }: Database,
  userId: number,
  id: number,
  next: NewKey,
  { at, expiresAt, most }: { at: string; expiresAt: string; most: number },
): Promise<{ old: ApiKey; fresh: ApiKey } | 'full' | null> {
  return db.transaction().execute(async (step) => {
    if ((await liveKeys(step, userId, at)) > most) return 'full'
    const { numUpdatedRows } = await ownKey(step, userId, id)
      .set({ expires_at: expiresAt })
      .where('revoked_at', 'is', null)
      .where('expires_at', 'is', null)
      .where('client_id', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return null
    const freshId = await insertKey(step, userId, next, at, actor)
    const detail = `replaced by key ${freshId}, works until ${expiresAt}`
    await note(step, actor, { action: 'key.rotate', userId, subject: `key ${id}`, detail })
    await bumpRevision(step)
    const [old, fresh] = [await readKey(step, userId, id), await readKey(step, userId, freshId)]
    return { old: old!, fresh: fresh! }
  })
}
