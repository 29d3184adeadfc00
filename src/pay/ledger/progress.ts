import type { Kysely, Updateable } from 'kysely'
import type { Actor } from '../../store/actor.ts'
import type { AgentPaymentsTable, Schema } from '../../store/schema.ts'
import type { Paid } from '../authorizationOutcome.ts'
import { changeState } from './changeState.ts'
import { type Entry, entryColumns, entryOf, iso } from './entry.ts'

/** Progress of an entry after its page is stored: submission to the chain, and the outcome. */
export function createProgress(db: Kysely<Schema>, now: () => number, actor: Actor | undefined) {
  const payments = () => db.updateTable('agent_payments')
  const select = () => db.selectFrom('agent_payments').select(entryColumns)
  const changed = async (query: { executeTakeFirst: () => Promise<{ numUpdatedRows: bigint }> }): Promise<boolean> =>
    (await query.executeTakeFirst()).numUpdatedRows > 0n

  /** Changes an entry that is settling, or failed and watched. */
  const handed = (id: number, values: Updateable<AgentPaymentsTable>): Promise<boolean> =>
    changeState(db, actor, now, id, values, (query) => query.where('state', 'in', ['settling', 'failed']))

  return {
    settled: (id: number, { transaction, block, fee }: Paid) =>
      handed(id, {
        state: 'settled',
        reason: null,
        tx_hash: transaction,
        tx_raw: null,
        block,
        fee,
        settled_at: iso(now()),
        closed_at: iso(now()),
      }),

    /** `isOver`: the authorization can never be used again; otherwise the entry is watched until it expires. */
    failed: (id: number, reason: string, { isOver, fee }: { isOver: boolean; fee?: string }) =>
      handed(id, {
        state: 'failed',
        reason,
        ...(fee === undefined ? {} : { fee }),
        ...(isOver ? { closed_at: iso(now()), body: null, tx_raw: null } : { look_at: iso(now() + 15_000) }),
      }),

    /** Postpones an entry: when to look again, why, and the transaction a facilitator named. */
    later: (id: number, inMs: number, reason: string | null, transaction: string | null = null) =>
      handed(id, {
        look_at: iso(now() + inMs),
        reason,
        ...(transaction === null ? {} : { tx_hash: transaction }),
      }),

    /** Records a transaction before it is sent. */
    sent: (id: number, tx: { hash: string; sender: string; nonce: number; raw: string }) =>
      changed(
        payments()
          .set((is) => ({
            attempts: is('attempts', '+', 1),
            tx_hash: tx.hash,
            tx_sender: tx.sender,
            tx_nonce: tx.nonce,
            tx_raw: tx.raw,
          }))
          .where('id', '=', id)
          .where('state', '=', 'settling'),
      ),

    /** Records an attempt before a payment is given to a facilitator. */
    handOver: (id: number) =>
      changed(
        payments()
          .set((is) => ({ attempts: is('attempts', '+', 1) }))
          .where('id', '=', id)
          .where('state', 'in', ['settling', 'claimed']),
      ),

    /** Entries due for a look, the oldest first. */
    async due(most: number): Promise<Entry[]> {
      const rows = await select()
        .where('closed_at', 'is', null)
        .where('state', 'in', ['settling', 'failed'])
        .where('look_at', '<=', iso(now()))
        .orderBy('id')
        .limit(most)
        .execute()
      return rows.map(entryOf)
    },

    /** Account nonces used by transactions of other entries. */
    async takenNonces(sender: string, exceptFor: number): Promise<ReadonlySet<number>> {
      const rows = await db
        .selectFrom('agent_payments')
        .select('tx_nonce')
        .where('closed_at', 'is', null)
        .where('state', '=', 'settling')
        .where('tx_sender', '=', sender)
        .where('id', '<>', exceptFor)
        .execute()
      return new Set(rows.flatMap(({ tx_nonce }) => (tx_nonce === null ? [] : [tx_nonce])))
    },
  }
}
