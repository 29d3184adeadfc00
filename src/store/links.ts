import type { Selectable } from 'kysely'
import { dayMs } from '../days.ts'
import { note } from './auditTrail.ts'
import type { Database } from './database.ts'
import { type Holder, holderOfKey } from './keys.ts'
import { isoOf, type LinksTable } from './schema.ts'

/** A link that opens one query or the files of one dataset without a key. */
export type Link = Readonly<ReturnType<typeof linkOf>>
export type NewLink = Omit<Link, 'id' | 'revokedAt'> & { readonly hash: Buffer }

const linkOf = (row: Selectable<LinksTable>) => ({
  id: row.id,
  userId: row.user_id,
  /** The key that made it, and without which it does not work. */
  keyId: row.key_id,
  kind: row.kind,
  dataset: row.dataset,
  /** The parameters of the query; empty for files. */
  query: row.query,
  /** True where the response must have every row of the query. */
  isWhole: Boolean(row.is_whole),
  createdAt: isoOf(row.created_at),
  expiresAt: isoOf(row.expires_at),
  revokedAt: row.revoked_at && isoOf(row.revoked_at),
})

/** How long an expired link is still listed. */
const listedMs = 7 * dayMs

/** Refuses with null where the user already has `most` links that work. */
export function addLink({ db, actor }: Database, link: NewLink, most: number): Promise<Link | null> {
  const { userId, keyId, createdAt } = link
  return db.transaction().execute(async (step) => {
    // Locks the user's row: two requests at once must not both take the last place.
    await step.updateTable('users').set({ updated_at: createdAt }).where('id', '=', userId).execute()
    const old = new Date(Date.parse(createdAt) - listedMs).toISOString()
    await step.deleteFrom('links').where('user_id', '=', userId).where('expires_at', '<', old).execute()
    const working = await step
      .selectFrom('links')
      .select('id')
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', createdAt)
      .execute()
    if (working.length >= most) return null
    const row = await step
      .insertInto('links')
      .values({
        user_id: userId,
        key_id: keyId,
        hash: link.hash,
        kind: link.kind,
        dataset: link.dataset,
        query: link.query,
        is_whole: link.isWhole ? 1 : 0,
        created_at: createdAt,
        expires_at: link.expiresAt,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await note(step, actor, { action: 'link.create', userId, subject: `link ${row.id}`, detail: `by key ${keyId}` })
    return linkOf(row)
  })
}

/** The links of a user, newest first. */
export async function listLinks({ db }: Database, userId: number): Promise<Link[]> {
  const rows = await db.selectFrom('links').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()
  return rows.map(linkOf)
}

/** Revokes a link; a second time changes nothing; null where it is not this user's. */
export function revokeLink({ db, actor }: Database, userId: number, id: number, at: string): Promise<Link | null> {
  return db.transaction().execute(async (step) => {
    const { numUpdatedRows } = await step
      .updateTable('links')
      .set({ revoked_at: at })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await note(step, actor, { action: 'link.revoke', userId, subject: `link ${id}` })
    const row = await step.selectFrom('links').selectAll().where('id', '=', id).executeTakeFirst()
    return row?.user_id === userId ? linkOf(row) : null
  })
}

/** Finds a link by the possible hashes of its token, with the key that made it and its owner. */
export async function findLink(
  { db }: Database,
  hashes: readonly Buffer[],
): Promise<{ readonly link: Link; readonly holder: Holder } | null> {
  const row = await db.selectFrom('links').selectAll().where('hash', 'in', hashes).executeTakeFirst()
  if (!row) return null
  const key = await db.selectFrom('keys').selectAll().where('id', '=', row.key_id).executeTakeFirstOrThrow()
  return { link: linkOf(row), holder: await holderOfKey(db, key) }
}
