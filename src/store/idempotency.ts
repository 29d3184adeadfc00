import type { Database } from './database.ts'

/** Answers are kept so long for requests that come again. */
const keptMs = 86_400_000

type Claim = {
  readonly userId: number
  /** Names the request by its user and its key. */
  readonly hash: Buffer
  /** What the request asks for. */
  readonly fingerprint: string
  readonly now: string
}

/** Claims a request for whoever carries it out; else the first one, whose answer is null until it has one. */
export async function claimRequest(
  database: Database,
  claim: Claim,
): Promise<'claimed' | { readonly fingerprint: string; readonly answer: Buffer | null }> {
  const { db } = database
  const { userId, hash, fingerprint, now } = claim
  const old = new Date(Date.parse(now) - keptMs).toISOString()
  await db.deleteFrom('idempotent_requests').where('created_at', '<', old).execute()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotent_requests')
    .values({ user_id: userId, hash, fingerprint, created_at: now })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return 'claimed'
  const first = await db
    .selectFrom('idempotent_requests')
    .select(['fingerprint', 'answer'])
    .where('hash', '=', hash)
    .executeTakeFirst()
  // It failed meanwhile, and its key is free again.
  return first ?? claimRequest(database, claim)
}

export async function keepAnswer({ db }: Database, hash: Buffer, answer: Buffer): Promise<void> {
  await db.updateTable('idempotent_requests').set({ answer }).where('hash', '=', hash).execute()
}

/** Frees the key of a request that was refused. */
export async function freeRequest({ db }: Database, hash: Buffer): Promise<void> {
  await db.deleteFrom('idempotent_requests').where('hash', '=', hash).execute()
}
