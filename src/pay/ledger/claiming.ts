import { randomUUID } from 'node:crypto'
import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Schema } from '../../store/schema.ts'
import { type Entry, entryColumns, entryOf, iso, rowOf } from './entry.ts'
import type { NewEntry } from './newEntry.ts'

/** `mine`: claimed by the caller. `known`: claimed or finished by another. */
export type Claim = { readonly kind: 'mine' | 'known'; readonly entry: Entry }

/** The columns that identify an authorization, or a payment by the payer's identifier. */
type Authorized = Pick<Entry, 'chainId' | 'asset' | 'payer' | 'nonce' | 'identifier'>

/** Claims authorizations: inserts an entry, or takes over one that failed or was abandoned. */
export function createClaiming(db: Kysely<Schema>, now: () => number) {
  const payments = () => db.updateTable('agent_payments')
  const select = () => db.selectFrom('agent_payments').select(entryColumns)

  const isAbandoned = (is: ExpressionBuilder<Schema, 'agent_payments'>) =>
    is.or([is('state', '=', 'failed'), is.and([is('state', '=', 'claimed'), is('lease_until', '<', iso(now()))])])

  async function findBy(
    column: 'nonce' | 'identifier',
    { chainId, asset, payer, ...names }: Authorized,
  ): Promise<Entry | null> {
    const row = await select()
      .where('chain_id', '=', chainId)
      .where('asset', '=', asset)
      .where('payer', '=', payer)
      .where(column, '=', names[column])
      .executeTakeFirst()
    return row ? entryOf(row) : null
  }

  async function insert(fresh: NewEntry, leaseMs: number): Promise<boolean> {
    const at = now()
    const row = await db
      .insertInto('agent_payments')
      .values({
        ...rowOf(fresh),
        state: 'claimed',
        claim: randomUUID(),
        lease_until: iso(at + leaseMs),
        attempts: 0,
        replays: 0,
        created_at: iso(at),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  }

  /** Claims a failed or abandoned entry; one that was submitted stays with its first request. */
  async function reclaim({ id }: Entry, fresh: NewEntry, leaseMs: number): Promise<Entry | null> {
    const row = await payments()
      .set({
        state: 'claimed',
        claim: randomUUID(),
        lease_until: iso(now() + leaseMs),
        header_hash: fresh.headerHash,
        request_hash: fresh.requestHash,
        sender_hash: fresh.senderHash,
        dataset: fresh.dataset,
        resource: fresh.resource,
        wire: fresh.wire,
        mode: fresh.mode,
        body: null,
        look_at: null,
        closed_at: null,
      })
      .where('id', '=', id)
      .where((is) =>
        is.and([
          isAbandoned(is),
          is.or([
            is('attempts', '=', 0),
            is.and([is('request_hash', '=', fresh.requestHash), is('header_hash', '=', fresh.headerHash)]),
          ]),
        ]),
      )
      .returning(entryColumns)
      .executeTakeFirst()
    return row ? entryOf(row) : null
  }

  /** Frees the identifier of a failed or abandoned entry for another authorization. */
  async function releaseIdentifier({ id }: Entry): Promise<boolean> {
    const { numUpdatedRows } = await payments()
      .set({ identifier: null })
      .where('id', '=', id)
      .where(isAbandoned)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** Exactly one caller at a time gets `mine` for an authorization, and for a payer's identifier. */
  async function claim(fresh: NewEntry, leaseMs: number): Promise<Claim> {
    for (let tries = 0; tries < 5; tries++) {
      if (await insert(fresh, leaseMs)) {
        const entry = await findBy('nonce', fresh)
        if (entry) return { kind: 'mine', entry }
      }
      const same = await findBy('nonce', fresh)
      if (same) {
        const taken = await reclaim(same, fresh, leaseMs)
        return taken ? { kind: 'mine', entry: taken } : { kind: 'known', entry: same }
      }
      const named = fresh.identifier === null ? null : await findBy('identifier', fresh)
      if (named && !(await releaseIdentifier(named))) return { kind: 'known', entry: named }
    }
    throw new Error('a payment could not be claimed: its entry in the ledger keeps changing')
  }

  return { findByNonce: (entry: Authorized) => findBy('nonce', entry), claim }
}
