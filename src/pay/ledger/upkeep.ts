import type { Kysely } from 'kysely'
import type { Schema } from '../../store/schema.ts'
import { iso } from './entry.ts'

/** How long a delivered answer is given again, and one that nobody has fetched is kept. */
export const replayMs = 300_000
const unservedMs = 86_400_000
/** Payments that moved no money are forgotten after a week, and their answers, which can be made anew, at once. */
const deferredBodyMs = 30_000
const deferredMs = 7 * 86_400_000

/** What keeps the book in order: who may broadcast, and what may be forgotten. */
export function createUpkeep(db: Kysely<Schema>, now: () => number) {
  return {
    /** True for the one holder of a name, as long as it asks again in time. */
    async hold(name: string, holder: string, forMs: number): Promise<boolean> {
      const row = await db
        .insertInto('agent_leases')
        .values({ name, holder, until: iso(now() + forMs) })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ holder, until: iso(now() + forMs) })
            .where((is) => is.or([is('agent_leases.holder', '=', holder), is('agent_leases.until', '<', iso(now()))])),
        )
        .returning('name')
        .executeTakeFirst()
      return row !== undefined
    },

    async letGo(name: string, holder: string): Promise<void> {
      await db.deleteFrom('agent_leases').where('name', '=', name).where('holder', '=', holder).execute()
    },

    /** Forgets answers that have arrived and claims whose worker has died. */
    async tidy(): Promise<void> {
      const at = now()
      await db
        .updateTable('agent_payments')
        .set({ body: null })
        .where('body', 'is not', null)
        .where('state', 'in', ['settled', 'deferred'])
        .where((is) =>
          is.or([
            is('served_at', '<', iso(at - replayMs)),
            is.and([is('state', '=', 'deferred'), is('served_at', '<', iso(at - deferredBodyMs))]),
            is.and([is('served_at', 'is', null), is('settled_at', '<', iso(at - unservedMs))]),
          ]),
        )
        .execute()
      const dead = iso(at - 60_000)
      await db
        .updateTable('agent_payments')
        .set({ state: 'failed', look_at: iso(at) })
        .where('state', '=', 'claimed')
        .where('lease_until', '<', dead)
        .where('attempts', '>', 0)
        .execute()
      await db
        .deleteFrom('agent_payments')
        .where('state', '=', 'claimed')
        .where('lease_until', '<', dead)
        .where('attempts', '=', 0)
        .execute()
      await db
        .deleteFrom('agent_payments')
        .where('state', '=', 'deferred')
        .where('created_at', '<', iso(at - deferredMs))
        .execute()
    },
  }
}
