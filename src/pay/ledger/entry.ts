import type { Selectable } from 'kysely'
import type { AgentPaymentsTable } from '../../store/schema.ts'
import { type Authorization, type Signature, splitSignature } from '../eip3009.ts'
import type { Sought } from '../fate.ts'

/** A line of the ledger without the answer itself; instants are in milliseconds. */
export type Entry = {
  readonly id: number
  readonly chainId: number
  readonly asset: string
  readonly payer: string
  readonly nonce: string
  readonly identifier: string | null
  readonly payTo: string
  readonly value: string
  readonly validAfter: string
  readonly validBefore: string
  readonly signature: string
  readonly wire: string
  readonly mode: string
  readonly headerHash: string
  readonly requestHash: string
  readonly senderHash: string
  readonly dataset: string
  readonly resource: string
  readonly state: AgentPaymentsTable['state']
  readonly reason: string | null
  readonly claim: string
  readonly leaseUntil: number
  readonly attempts: number
  readonly txHash: string | null
  readonly txSender: string | null
  readonly txNonce: number | null
  readonly txRaw: string | null
  readonly block: string | null
  readonly fee: string | null
  readonly bodyHash: string | null
  readonly dataVersion: string | null
  readonly replays: number
  readonly createdAt: number
  readonly settledAt: number | null
  readonly servedAt: number | null
  readonly closedAt: number | null
}

type Row = Omit<Selectable<AgentPaymentsTable>, 'body' | 'body_headers' | 'look_at'>

/** The columns of an entry: all but the answer, which may be large. */
export const entryColumns = [
  'id',
  'chain_id',
  'asset',
  'payer',
  'nonce',
  'identifier',
  'pay_to',
  'value',
  'valid_after',
  'valid_before',
  'signature',
  'wire',
  'mode',
  'header_hash',
  'request_hash',
  'sender_hash',
  'dataset',
  'resource',
  'state',
  'reason',
  'claim',
  'lease_until',
  'attempts',
  'tx_hash',
  'tx_sender',
  'tx_nonce',
  'tx_raw',
  'block',
  'fee',
  'body_hash',
  'data_version',
  'replays',
  'created_at',
  'settled_at',
  'served_at',
  'closed_at',
] as const satisfies readonly (keyof Row)[]

export const iso = (ms: number): string => new Date(ms).toISOString()
const msOf = (instant: string | Date): number => (instant instanceof Date ? instant : new Date(instant)).getTime()
const msOrNull = (instant: string | Date | null): number | null => (instant === null ? null : msOf(instant))

export const entryOf = (row: Row): Entry => ({
  id: row.id,
  chainId: row.chain_id,
  asset: row.asset,
  payer: row.payer,
  nonce: row.nonce,
  identifier: row.identifier,
  payTo: row.pay_to,
  value: row.value,
  validAfter: row.valid_after,
  validBefore: row.valid_before,
  signature: row.signature,
  wire: row.wire,
  mode: row.mode,
  headerHash: row.header_hash,
  requestHash: row.request_hash,
  senderHash: row.sender_hash,
  dataset: row.dataset,
  resource: row.resource,
  state: row.state,
  reason: row.reason,
  claim: row.claim,
  leaseUntil: msOf(row.lease_until),
  attempts: row.attempts,
  txHash: row.tx_hash,
  txSender: row.tx_sender,
  txNonce: row.tx_nonce,
  txRaw: row.tx_raw,
  block: row.block,
  fee: row.fee,
  bodyHash: row.body_hash,
  dataVersion: row.data_version,
  replays: row.replays,
  createdAt: msOf(row.created_at),
  settledAt: msOrNull(row.settled_at),
  servedAt: msOrNull(row.served_at),
  closedAt: msOrNull(row.closed_at),
})

/** What the payer signed, as the contract wants it. */
export const authorizationOf = ({ payer, payTo, value, validAfter, validBefore, nonce }: Entry): Authorization => ({
  from: payer,
  to: payTo,
  value,
  validAfter,
  validBefore,
  nonce,
})

export const signatureOf = ({ signature }: Entry): Signature => splitSignature(signature)!

/** What to look for on the chain. */
export const soughtOf = ({ payer, nonce, payTo, value, validBefore, txHash, createdAt }: Entry): Sought => ({
  payer,
  nonce,
  payTo,
  value,
  validBefore,
  transaction: txHash,
  since: createdAt,
})
