import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Database } from '../../store/database.ts'
import { createClaiming } from './claiming.ts'
import { createClaims } from './claims.ts'
import { type Entry, entryColumns, entryOf, iso } from './entry.ts'
import { createMaintenance } from './maintenance.ts'
import { createProgress } from './progress.ts'

const decompress = promisify(zstdDecompress)

/** The ledger of payments: one entry per authorization, unique as in the token's contract. */
export function createLedger({ db, actor }: Pick<Database, 'db' | 'actor'>, now: () => number) {
  const payments = () => db.updateTable('agent_payments')
  const select = () => db.selectFrom('agent_payments').select(entryColumns)
  return {
    ...createClaiming(db, now),
    ...createClaims(db, now, actor),
    ...createProgress(db, now, actor),
    ...createMaintenance(db, now),

    async find(id: number): Promise<Entry | null> {
      const row = await select().where('id', '=', id).executeTakeFirst()
      return row ? entryOf(row) : null
    },

    async bodyOf(id: number): Promise<{ body: Buffer; headers: readonly string[] } | null> {
      const row = await db
        .selectFrom('agent_payments')
        .select(['body', 'body_headers'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!row?.body) return null
      return { body: await decompress(row.body), headers: JSON.parse(row.body_headers ?? '[]') as string[] }
    },

    async served(id: number): Promise<void> {
      await payments()
        .set({ served_at: iso(now()) })
        .where('id', '=', id)
        .where('served_at', 'is', null)
        .execute()
    },

    async replayed(id: number): Promise<void> {
      await payments()
        .set((is) => ({ replays: is('replays', '+', 1) }))
        .where('id', '=', id)
        .execute()
    },
  }
}

export type Ledger = ReturnType<typeof createLedger>
