import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** Increments the revision, in the transaction of every change that affects cached callers: tier, key, account. */
export async function bumpRevision(db: Kysely<Schema>): Promise<void> {
  await db
    .updateTable('revision')
    .set(({ eb }) => ({ n: eb('n', '+', 1) }))
    .execute()
}

/** The revision of tiers, keys and accounts, over all processes. */
export async function readRevision(db: Kysely<Schema>): Promise<number> {
  return (await db.selectFrom('revision').select('n').executeTakeFirstOrThrow()).n
}
