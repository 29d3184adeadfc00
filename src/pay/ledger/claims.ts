import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import type { Kysely, Updateable } from 'kysely'
import type { Actor } from '../../store/actor.ts'
import type { AgentPaymentsTable, Schema } from '../../store/schema.ts'
import type { Paid } from '../authorizationOutcome.ts'
import type { Computed } from '../paidRequest.ts'
import { changeState } from './changeState.ts'
import { type Entry, iso } from './entry.ts'

/** The paid page, stored until it was delivered. */
export type StoredResponse = Computed & { readonly bodyHash: string }

const mostDeferredBytes = 65_536

const compress = promisify(zstdCompress)
const fastest = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Claims: an entry is claimed by one worker, which stores its page, ends it, or drops the claim. */
export function createClaims(db: Kysely<Schema>, now: () => number, actor: Actor | undefined) {
  /** The columns of the stored page; compressed, since it is written before settlement starts. */
  const bodyColumns = async ({ body, bodyHash, headers, dataVersion }: StoredResponse, isKept = true) => ({
    body: isKept ? await compress(body, fastest) : null,
    body_hash: bodyHash,
    body_headers: JSON.stringify(headers),
    data_version: dataVersion,
  })

  /** Changes an entry the caller has claimed; false where the claim was lost. */
  const claimed = ({ id, claim }: Entry, values: Updateable<AgentPaymentsTable>): Promise<boolean> =>
    changeState(db, actor, now, id, values, (query) => query.where('claim', '=', claim).where('state', '=', 'claimed'))

  return {
    /** Drops a claim; an entry that was submitted before stays, as failed. */
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

    /** Stores the page before any money moves; clears the transaction of an earlier attempt. */
    toSettle: async (entry: Entry, response: StoredResponse) =>
      claimed(entry, {
        ...(await bodyColumns(response)),
        state: 'settling',
        reason: null,
        tx_hash: null,
        tx_sender: null,
        tx_nonce: null,
        tx_raw: null,
        look_at: iso(now()),
      }),

    /** Ends an entry that moves no money. Large pages are not stored: they can be computed again, and cost no disk. */
    defer: async (entry: Entry, response: StoredResponse) =>
      claimed(entry, {
        ...(await bodyColumns(response, response.body.length <= mostDeferredBytes)),
        state: 'deferred',
        settled_at: iso(now()),
        closed_at: iso(now()),
      }),

    /** Ends an entry that an earlier attempt of ours settled after all. */
    settledBefore: async (entry: Entry, response: StoredResponse, { transaction, block }: Paid) =>
      claimed(entry, {
        ...(await bodyColumns(response)),
        state: 'settled',
        reason: null,
        tx_hash: transaction,
        block,
        settled_at: iso(now()),
        closed_at: iso(now()),
      }),

    /** Stores the page of a settled payment whose page is not there; false where another request was faster. */
    restore: async (id: number, response: StoredResponse) =>
      changeState(db, actor, now, id, await bodyColumns(response), (query) =>
        query.where('state', '=', 'settled').where('body', 'is', null),
      ),

    /** Ends an entry that another sender settled; it is listed for reconciliation. */
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
