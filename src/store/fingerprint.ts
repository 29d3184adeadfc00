import { note } from './auditTrail.ts'
import type { Database } from './database.ts'
import { bumpRevision } from './revision.ts'

/** The fingerprint of the secret that the keys in this database derive from; null where none is recorded yet. */
export async function readFingerprint({ db }: Pick<Database, 'db'>): Promise<string | null> {
  const row = await db.selectFrom('installation').select('secret_fingerprint').executeTakeFirst()
  return row?.secret_fingerprint ?? null
}

/** Records a fingerprint where there is none; returns the recorded one, which may be that of another process. */
export async function recordFingerprint(database: Database, fingerprint: string): Promise<string> {
  await database.db
    .insertInto('installation')
    .values({ id: 1, secret_fingerprint: fingerprint })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return (await readFingerprint(database))!
}

/** Replaces the recorded fingerprint. */
export async function replaceFingerprint(db: Database['db'], fingerprint: string): Promise<void> {
  await db.deleteFrom('installation').execute()
  await db.insertInto('installation').values({ id: 1, secret_fingerprint: fingerprint }).execute()
}

/** Gives the database another secret, beside which the old one is still accepted: nothing ends. */
export async function moveSecret({ db, actor }: Database, fingerprint: string): Promise<void> {
  await db.transaction().execute(async (step) => {
    await replaceFingerprint(step, fingerprint)
    await note(step, actor, { action: 'secret.replace', userId: null, detail: 'the old secret is still accepted' })
    // Every process looks its keys up again, and stores them under the new secret: one that still ran with the old
    // secret may have put them back after another had remembered them.
    await bumpRevision(step)
  })
}

/** Gives the database another secret: the keys and sessions of the old one end. Returns the number of keys revoked. */
export async function changeSecret({ db, actor }: Database, fingerprint: string, at: string): Promise<number> {
  return db.transaction().execute(async (step) => {
    await replaceFingerprint(step, fingerprint)
    const { numUpdatedRows } = await step
      .updateTable('keys')
      .set({ revoked_at: at })
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow()
    await step.deleteFrom('sessions').execute()
    await note(step, actor, { action: 'secret.replace', userId: null, detail: `keys revoked: ${numUpdatedRows}` })
    await bumpRevision(step)
    return Number(numUpdatedRows)
  })
}
