import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import type { Kysely, Updateable } from 'kysely'
import type { Actor } from '../../store/actor.ts'
import type { AgentPaymentsTable, Schema } from '../../store/schema.ts'
import type { Paid } from '../fate.ts'
import { type Entry, entryColumns, entryOf, iso } from './entry.ts'
import { changeState } from './recorded.ts'

/** What is written down before anything is done for a payment. */
export type NewEntry = Pick<
  Entry,
  | 'chainId'
  | 'asset'
  | 'payer'
  | 'nonce'
  | 'identifier'
  | 'payTo'
  | 'value'
  | 'validAfter'
  | 'validBefore'
  | 'signature'
  | 'mode'
  | 'headerHash'
  | 'requestHash'
  | 'senderHash'
  | 'dataset'
  | 'resource'
> & { readonly wire: 'v2' | 'v1' | 'bare' }

/** The answer that is bought: kept until it has surely arrived. */
export type Answer = {
  readonly body: Buffer
  readonly bodyHash: string
  /** Names and values in turn, as they are sent. */
  readonly headers: readonly string[]
  readonly dataVersion: string
}

const mostDeferredBytes = 65_536

const compress = promisify(zstdCompress)
const fastest = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** `mine`: the caller works on it now. `known`: somebody does or did. */
export type Claim = { readonly kind: 'mine' | 'known'; readonly entry: Entry }

/** How a line begins: claimed by one worker, and given up, stored or ended by it. */
export function createClaims(db: Kysely<Schema>, now: () => number, actor: Actor | undefined) {
  const payments = () => db.updateTable('agent_payments')
  const select = () => db.selectFrom('agent_payments').select(entryColumns)

  /** The line of an authorization. */
  async function findByNonce(chainId: number, asset: string, payer: string, nonce: string): Promise<Entry | null> {
    const row = await select()
      .where('chain_id', '=', chainId)
      .where('asset', '=', asset)
      .where('payer', '=', payer)
      .where('nonce', '=', nonce)
      .executeTakeFirst()
    return row ? entryOf(row) : null
  }

  const byIdentifier = async ({ chainId, asset, payer, identifier }: NewEntry): Promise<Entry | null> => {
    if (identifier === null) return null
    const row = await select()
      .where('chain_id', '=', chainId)
      .where('asset', '=', asset)
      .where('payer', '=', payer)
      .where('identifier', '=', identifier)
      .executeTakeFirst()
    return row ? entryOf(row) : null
  }

  async function insert(fresh: NewEntry, leaseMs: number): Promise<boolean> {
    const at = now()
    const row = await db
      .insertInto('agent_payments')
      .values({
        chain_id: fresh.chainId,
        asset: fresh.asset,
        payer: fresh.payer,
        nonce: fresh.nonce,
        identifier: fresh.identifier,
        pay_to: fresh.payTo,
        value: fresh.value,
        valid_after: fresh.validAfter,
        valid_before: fresh.validBefore,
        signature: fresh.signature,
        wire: fresh.wire,
        mode: fresh.mode,
        header_hash: fresh.headerHash,
        request_hash: fresh.requestHash,
        sender_hash: fresh.senderHash,
        dataset: fresh.dataset,
        resource: fresh.resource,
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

  /** Takes over a line that failed, or whose worker has died; what was handed on stays with who sent it first. */
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
          is.or([
            is('state', '=', 'failed'),
            is.and([is('state', '=', 'claimed'), is('lease_until', '<', iso(now()))]),
          ]),
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

  /** Lets another authorization have the name of one that came to nothing. */
  async function releaseIdentifier({ id }: Entry): Promise<boolean> {
    const { numUpdatedRows } = await payments()
      .set({ identifier: null })
      .where('id', '=', id)
      .where((is) =>
        is.or([is('state', '=', 'failed'), is.and([is('state', '=', 'claimed'), is('lease_until', '<', iso(now()))])]),
      )
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** A page of rows shrinks to a fraction, and so does what the disk has to take before the money moves. */
  const answered = async ({ body, bodyHash, headers, dataVersion }: Answer, isKept = true) => ({
    body: isKept ? await compress(body, fastest) : null,
    body_hash: bodyHash,
    body_headers: JSON.stringify(headers),
    data_version: dataVersion,
  })

  /** Changes a line that the caller has claimed; false where the claim was lost in the meantime. */
  const claimed = ({ id, claim }: Entry, values: Updateable<AgentPaymentsTable>): Promise<boolean> =>
    changeState(db, actor, now, id, values, (query) => query.where('claim', '=', claim).where('state', '=', 'claimed'))

  return {
    findByNonce,
    /** Exactly one caller at a time gets `mine` for an authorization, and for a payer's name of a payment. */
    async claim(fresh: NewEntry, leaseMs: number): Promise<Claim> {
      for (let tries = 0; tries < 5; tries++) {
        if (await insert(fresh, leaseMs)) {
          const entry = await findByNonce(fresh.chainId, fresh.asset, fresh.payer, fresh.nonce)
          if (entry) return { kind: 'mine', entry }
        }
        const same = await findByNonce(fresh.chainId, fresh.asset, fresh.payer, fresh.nonce)
        if (same) {
          const taken = await reclaim(same, fresh, leaseMs)
          return taken ? { kind: 'mine', entry: taken } : { kind: 'known', entry: same }
        }
        const named = await byIdentifier(fresh)
        if (named && !(await releaseIdentifier(named))) return { kind: 'known', entry: named }
      }
      throw new Error('a payment could not be claimed: its line in the ledger keeps changing')
    },

    /** Gives up a claim; what was handed on before stays on record. */
    async drop(entry: Entry): Promise<void> {
      if (entry.attempts > 0) await claimed(entry, { state: 'failed', look_at: iso(now()) })
      else
        await db
          .deleteFrom('agent_payments')
          .where('id', '=', entry.id)
          .where('claim', '=', entry.claim)
          .where('state', '=', 'claimed')
          .execute()
    },

    /** The answer is on the disk before any money moves; a transaction of an earlier try is forgotten. */
    toSettle: async (entry: Entry, answer: Answer) =>
      claimed(entry, {
        ...(await answered(answer)),
        state: 'settling',
        reason: null,
        tx_hash: null,
        tx_sender: null,
        tx_nonce: null,
        tx_raw: null,
        look_at: iso(now()),
      }),

    /** Where no money moves nothing is owed either: what is large is computed again, so that nobody fills the disk. */
    defer: async (entry: Entry, answer: Answer) =>
      claimed(entry, {
        ...(await answered(answer, answer.body.length <= mostDeferredBytes)),
        state: 'deferred',
        settled_at: iso(now()),
        closed_at: iso(now()),
      }),

    /** Paid by an earlier try of ours that was taken for lost. */
    settledBefore: async (entry: Entry, answer: Answer, { transaction, block }: Paid) =>
      claimed(entry, {
        ...(await answered(answer)),
        state: 'settled',
        reason: null,
        tx_hash: transaction,
        block,
        settled_at: iso(now()),
        closed_at: iso(now()),
      }),

    /** Paid on the chain, and not by us: kept for the seller to look at. */
    external: (entry: Entry, { transaction, block }: Paid) =>
      claimed(entry, {
        state: 'external',
        tx_hash: transaction,
        block,
        settled_at: iso(now()),
        closed_at: iso(now()),
      }),
  }
}
