import type { Database } from '../store/database.ts'
import { type Entry, entryColumns, entryOf, iso } from './ledger/entry.ts'
import { chainIdOf } from './networks.ts'

export type BookFilter = {
  readonly state?: Entry['state']
  readonly dataset?: string
  readonly payer?: string
  /** Milliseconds; the time a payment was first seen. */
  readonly since?: number
  readonly until?: number
  readonly limit?: number
}

/** Payments as the seller reads them, the newest first. */
export async function listPayments({ db }: Database, filter: BookFilter = {}): Promise<Entry[]> {
  let query = db.selectFrom('agent_payments').select(entryColumns).orderBy('id', 'desc')
  if (filter.state !== undefined) query = query.where('state', '=', filter.state)
  if (filter.dataset !== undefined) query = query.where('dataset', '=', filter.dataset)
  if (filter.payer !== undefined) query = query.where('payer', '=', filter.payer.toLowerCase())
  if (filter.since !== undefined) query = query.where('created_at', '>=', iso(filter.since))
  if (filter.until !== undefined) query = query.where('created_at', '<', iso(filter.until))
  if (filter.limit !== undefined) query = query.limit(filter.limit)
  return (await query.execute()).map(entryOf)
}

/** One payment, by its number, its transaction or its nonce. */
export async function findPayment({ db }: Database, name: string): Promise<Entry | null> {
  const query = db.selectFrom('agent_payments').select(entryColumns)
  const row = /^\d+$/.test(name)
    ? await query.where('id', '=', Number(name)).executeTakeFirst()
    : await query
        .where((is) => is.or([is('tx_hash', '=', name.toLowerCase()), is('nonce', '=', name.toLowerCase())]))
        .executeTakeFirst()
  return row ? entryOf(row) : null
}

/** How many payments stand in each state. */
export async function countByState({ db }: Database): Promise<{ state: string; count: number }[]> {
  const rows = await db
    .selectFrom('agent_payments')
    .select(({ fn }) => ['state', fn.countAll().as('count')])
    .groupBy('state')
    .execute()
  return rows.map(({ state, count }) => ({ state, count: Number(count) }))
}

/** The Taipei day of an instant. */
const dayOf = (ms: number): string => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 10)

export type Total = {
  readonly day: string
  readonly dataset: string
  readonly state: Entry['state']
  readonly count: number
  /** Atomic units of the token. */
  readonly amount: bigint
  /** Wei that settling cost. */
  readonly gas: bigint
}

/** Sums by Taipei day, dataset and state, the newest day first. */
export function totalsOf(entries: readonly Entry[]): Total[] {
  const totals = new Map<string, Total>()
  for (const { settledAt, createdAt, dataset, state, value, fee } of entries) {
    const day = dayOf(settledAt ?? createdAt)
    const key = `${day} ${dataset} ${state}`
    const { count, amount, gas } = totals.get(key) ?? { count: 0, amount: 0n, gas: 0n }
    totals.set(key, {
      day,
      dataset,
      state,
      count: count + 1,
      amount: amount + BigInt(value),
      gas: gas + BigInt(fee ?? 0),
    })
  }
  return [...totals.values()].sort((a, b) =>
    `${b.day} ${a.dataset} ${a.state}` < `${a.day} ${b.dataset} ${b.state}` ? -1 : 1,
  )
}

/** An amount of a token with six decimals, as people write it. */
export const inDollars = (atomic: string | bigint): string => {
  const digits = String(atomic).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

const timeOf = (ms: number | null): string => (ms === null ? '' : iso(ms))

/** The columns of the accountant's file. */
const csvColumns: Readonly<Record<string, (entry: Entry) => string>> = {
  id: ({ id }) => String(id),
  created_at: ({ createdAt }) => timeOf(createdAt),
  settled_at: ({ settledAt }) => timeOf(settledAt),
  taipei_date: ({ settledAt, createdAt }) => dayOf(settledAt ?? createdAt),
  state: ({ state }) => state,
  mode: ({ mode }) => mode,
  network: ({ chainId }) => `eip155:${chainId}`,
  asset: ({ asset }) => asset,
  dataset: ({ dataset }) => dataset,
  resource: ({ resource }) => resource,
  payer: ({ payer }) => payer,
  pay_to: ({ payTo }) => payTo,
  amount_atomic: ({ value }) => value,
  amount: ({ value }) => inDollars(value),
  transaction: ({ txHash }) => txHash ?? '',
  block: ({ block }) => block ?? '',
  gas_wei: ({ fee }) => fee ?? '',
  nonce: ({ nonce }) => nonce,
  served_at: ({ servedAt }) => timeOf(servedAt),
  replays: ({ replays }) => String(replays),
  reason: ({ reason }) => reason ?? '',
}

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** RFC 4180, with a line of titles. */
export const csvOf = (entries: readonly Entry[]): string =>
  [Object.keys(csvColumns), ...entries.map((entry) => Object.values(csvColumns).map((read) => cell(read(entry))))]
    .map((row) => `${row.join(',')}\r\n`)
    .join('')

/** Sums of what the ledger says was paid on a network, to hold against the chain. */
export async function paidInLedger({ db }: Database, network: string): Promise<ReadonlyMap<string, Entry>> {
  const rows = await db
    .selectFrom('agent_payments')
    .select(entryColumns)
    .where('chain_id', '=', chainIdOf(network))
    .where('state', 'in', ['settled', 'external'])
    .execute()
  return new Map(rows.map((row) => [`${row.payer} ${row.nonce}`, entryOf(row)]))
}
