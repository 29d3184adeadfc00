import type { Selectable } from 'kysely'
import type { AgentPaymentsTable } from '../../store/schema.ts'
import { type Authorization, type Signature, splitSignature } from '../eip3009.ts'

type Row = Omit<Selectable<AgentPaymentsTable>, 'body' | 'body_headers' | 'look_at'>

/** The columns of an entry: all but the page, which may be large. */
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

/** `pay_to` is `payTo`. */
type Camel<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S
type Value<T> = Date extends T ? number | Extract<T, null> : T

/** A ledger entry without its page: the columns in camel case, instants in milliseconds. */
export type Entry = { readonly [C in keyof Row as Camel<C>]: Value<Row[C]> }

const instants: ReadonlySet<string> = new Set(['lease_until', 'created_at', 'settled_at', 'served_at', 'closed_at'])
const names = entryColumns.map((column) => [column, column.replace(/_(\w)/g, (_, c) => c.toUpperCase())] as const)

export const iso = (ms: number): string => new Date(ms).toISOString()
const msOf = (instant: unknown): number | null => (instant === null ? null : new Date(instant as string).getTime())

export const entryOf = (row: Row): Entry =>
  Object.fromEntries(
    names.map(([column, name]) => [name, instants.has(column) ? msOf(row[column]) : row[column]]),
  ) as Entry

/** The columns of some properties of an entry, none of them an instant. */
export const rowOf = <E extends Partial<Entry>>(entry: E) =>
  Object.fromEntries(names.flatMap(([column, name]) => (name in entry ? [[column, entry[name as keyof E]]] : []))) as {
    [C in keyof Row as Camel<C> extends keyof E ? C : never]: Row[C]
  }

/** The signed authorization, as the contract expects it. */
export const authorizationOf = ({ payer, payTo, value, validAfter, validBefore, nonce }: Entry): Authorization => ({
  from: payer,
  to: payTo,
  value,
  validAfter,
  validBefore,
  nonce,
})

export const signatureOf = ({ signature }: Entry): Signature => splitSignature(signature)!
