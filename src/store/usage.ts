import { sql } from 'kysely'
import type { Database } from './database.ts'

export type Use = {
  /** Taipei date. */
  readonly day: string
  readonly userId: number
  readonly keyId: number
  readonly dataset: string
  readonly calls: number
}

/** Rows of one statement. */
const mostAtOnce = 200

/** Adds counted calls, and when each key was last used, in one step. */
export async function addUsage(
  { db }: Database,
  uses: readonly Use[],
  lastUsed: ReadonlyMap<number, string>,
): Promise<void> {
  if (uses.length === 0 && lastUsed.size === 0) return
  // One order for every writer, so that two never deadlock.
  const order = ({ day, dataset }: Use): string => `${day} ${dataset}`
  const sorted = [...uses].sort((a, b) => a.userId - b.userId || a.keyId - b.keyId || (order(a) < order(b) ? -1 : 1))
  await db.transaction().execute(async (step) => {
    for (let at = 0; at < sorted.length; at += mostAtOnce)
      await step
        .insertInto('usage')
        .values(
          sorted
            .slice(at, at + mostAtOnce)
            .map(({ day, userId, keyId, dataset, calls }) => ({ day, user_id: userId, key_id: keyId, dataset, calls })),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'day', 'key_id', 'dataset'])
            .doUpdateSet({ calls: sql<number>`usage.calls + excluded.calls` }),
        )
        .execute()
    for (const [keyId, at] of [...lastUsed].sort(([a], [b]) => a - b))
      await step.updateTable('keys').set({ last_used_at: at }).where('id', '=', keyId).execute()
  })
}

export async function readUsage({ db }: Database, userId: number, from: string): Promise<Use[]> {
  const rows = await db
    .selectFrom('usage')
    .select(['day', 'user_id as userId', 'key_id as keyId', 'dataset', 'calls'])
    .where('user_id', '=', userId)
    .where('day', '>=', from)
    .orderBy('day', 'desc')
    .orderBy('key_id')
    .orderBy('dataset')
    .execute()
  return rows.map((row) => ({ ...row }))
}

export async function forgetUsage({ db }: Database, before: string): Promise<void> {
  await db.deleteFrom('usage').where('day', '<', before).execute()
}
