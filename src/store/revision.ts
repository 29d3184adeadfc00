import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** Said within the transaction of every change that a remembered caller must hear of: tier, key, account. */
export async function bumpRevision(db: Kysely<Schema>): Promise<void> {
  await db
    .updateTable('revision')
    .set(({ eb }) => ({ n: eb('n', '+', 1) }))
    .execute()
}

/** A number that differs after any process changed who may read what. */
export async function readRevision(db: Kysely<Schema>): Promise<number> {
  return (await db.selectFrom('revision').select('n').executeTakeFirstOrThrow()).n
}
