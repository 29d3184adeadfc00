import type { Kysely, Updateable } from 'kysely'
import type { Actor } from '../../store/actor.ts'
import type { AgentPaymentsTable, Schema } from '../../store/schema.ts'
import type { Paid } from '../fate.ts'
import { type Entry, entryColumns, entryOf, iso } from './entry.ts'
import { changeState } from './recorded.ts'

/** How a line goes on once its answer is stored: towards the chain, and to what the chain says of it. */
export function createProgress(db: Kysely<Schema>, now: () => number, actor: Actor | undefined) {
  const payments = () => db.updateTable('agent_payments')
  const select = () => db.selectFrom('agent_payments').select(entryColumns)
  const changed = async (query: { executeTakeFirst: () => Promise<{ numUpdatedRows: bigint }> }): Promise<boolean> =>
    (await query.executeTakeFirst()).numUpdatedRows > 0n

  /** Changes a line that has been handed on. */
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

    /** `isOver`: the authorization can never be used again; else it is watched until then. */
    failed: (id: number, reason: string, { isOver, fee }: { isOver: boolean; fee?: string }) =>
      handed(id, {
        state: 'failed',
        reason,
        ...(fee === undefined ? {} : { fee }),
        ...(isOver ? { closed_at: iso(now()), body: null, tx_raw: null } : { look_at: iso(now() + 15_000) }),
      }),

    /** Not known yet: when to look again, what stands in the way, and the transaction somebody named. */
    later: (id: number, inMs: number, reason: string | null, transaction: string | null = null) =>
      handed(id, {
        look_at: iso(now() + inMs),
        reason,
        ...(transaction === null ? {} : { tx_hash: transaction }),
      }),

    /** Written before a transaction leaves the process. */
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

    /** Written before a payment is handed to somebody who may settle it. */
    handOver: (id: number) =>
      changed(
        payments()
          .set((is) => ({ attempts: is('attempts', '+', 1) }))
          .where('id', '=', id)
          .where('state', 'in', ['settling', 'claimed']),
      ),

    /** Lines that want looking at, the oldest first. */
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

    /** Account nonces that the transactions of other lines have taken. */
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
