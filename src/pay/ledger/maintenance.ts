import type { Kysely } from 'kysely'
import { dayMs } from '../../days.ts'
import type { Schema } from '../../store/schema.ts'
import { iso } from './entry.ts'

/** How long a delivered page is replayed, and an undelivered one is stored. */
export const replayMs = 300_000
const unservedMs = dayMs
/** Entries that moved no money are deleted after a week; their pages, which can be computed again, after seconds. */
const deferredBodyMs = 30_000
const deferredMs = 7 * dayMs

/** Leases, and the deletion of old pages and claims. */
export function createMaintenance(db: Kysely<Schema>, now: () => number) {
  return {
    /** Acquires or renews a lease; true for its one holder. */
    async acquireLease(name: string, holder: string, forMs: number): Promise<boolean> {
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

    async releaseLease(name: string, holder: string): Promise<void> {
      await db.deleteFrom('agent_leases').where('name', '=', name).where('holder', '=', holder).execute()
    },

    /** Deletes delivered pages and abandoned claims. */
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
