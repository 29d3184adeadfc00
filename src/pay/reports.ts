import { taipeiDate } from '../days.ts'
import type { Database } from '../store/database.ts'
import { type Entry, entryColumns, entryOf, iso } from './ledger/entry.ts'
import { chainIdOf } from './networks.ts'

export type PaymentFilter = {
  readonly state?: Entry['state']
  readonly dataset?: string
  readonly payer?: string
  /** The least `createdAt`, in milliseconds. */
  readonly since?: number
  readonly limit?: number
}

/** Lists payments, the newest first. */
export async function listPayments({ db }: Database, filter: PaymentFilter = {}): Promise<Entry[]> {
  let query = db.selectFrom('agent_payments').select(entryColumns).orderBy('id', 'desc')
  if (filter.state !== undefined) query = query.where('state', '=', filter.state)
  if (filter.dataset !== undefined) query = query.where('dataset', '=', filter.dataset)
  if (filter.payer !== undefined) query = query.where('payer', '=', filter.payer.toLowerCase())
  if (filter.since !== undefined) query = query.where('created_at', '>=', iso(filter.since))
  if (filter.limit !== undefined) query = query.limit(filter.limit)
  return (await query.execute()).map(entryOf)
}

/** Finds a payment by number, transaction or nonce. */
export async function findPayment({ db }: Database, name: string): Promise<Entry | null> {
  const query = db.selectFrom('agent_payments').select(entryColumns)
  const row = /^\d+$/.test(name)
    ? await query.where('id', '=', Number(name)).executeTakeFirst()
    : await query
        .where((is) => is.or([is('tx_hash', '=', name.toLowerCase()), is('nonce', '=', name.toLowerCase())]))
        .executeTakeFirst()
  return row ? entryOf(row) : null
}

/** Counts payments by state. */
export async function countByState({ db }: Database): Promise<{ state: string; count: number }[]> {
  const rows = await db
    .selectFrom('agent_payments')
    .select(({ fn }) => ['state', fn.countAll().as('count')])
    .groupBy('state')
    .execute()
  return rows.map(({ state, count }) => ({ state, count: Number(count) }))
}

/** Totals by Taipei date, dataset and state, the newest first: amounts in atomic units, gas of settlement in wei. */
export function totalsOf(entries: readonly Entry[]) {
  const days = entries.map((entry) => ({ ...entry, day: taipeiDate(entry.settledAt ?? entry.createdAt) }))
  const sum = (amounts: readonly (string | null)[]) => amounts.reduce((total, one) => total + BigInt(one ?? 0), 0n)
  return [...Map.groupBy(days, ({ day, dataset, state }) => `${day} ${dataset} ${state}`).values()]
    .map((same) => ({
      ...{ day: same[0]!.day, dataset: same[0]!.dataset, state: same[0]!.state, count: same.length },
      amount: sum(same.map(({ value }) => value)),
      gas: sum(same.map(({ fee }) => fee)),
    }))
    .sort((a, b) => (`${b.day} ${a.dataset} ${a.state}` < `${a.day} ${b.dataset} ${b.state}` ? -1 : 1))
}

/** The decimal form of an amount of a token with six decimals. */
export const inDollars = (atomic: string | bigint): string => {
  const digits = String(atomic).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

const timeOf = (ms: number | null): string => (ms === null ? '' : iso(ms))

/** The columns of the CSV export. */
const csvColumns: Readonly<Record<string, (entry: Entry) => string>> = {
  id: ({ id }) => String(id),
  created_at: ({ createdAt }) => timeOf(createdAt),
  settled_at: ({ settledAt }) => timeOf(settledAt),
  taipei_date: ({ settledAt, createdAt }) => taipeiDate(settledAt ?? createdAt),
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

/** CSV as in RFC 4180, with a header line. */
export const csvOf = (entries: readonly Entry[]): string =>
  [Object.keys(csvColumns), ...entries.map((entry) => Object.values(csvColumns).map((read) => cell(read(entry))))]
    .map((row) => `${row.join(',')}\r\n`)
    .join('')

/** The paid entries of a network by payer and nonce, for the reconciliation. */
export async function paidInLedger({ db }: Database, network: string): Promise<ReadonlyMap<string, Entry>> {
  const rows = await db
    .selectFrom('agent_payments')
    .select(entryColumns)
    .where('chain_id', '=', chainIdOf(network))
    .where('state', 'in', ['settled', 'external'])
    .execute()
  return new Map(rows.map((row) => [`${row.payer} ${row.nonce}`, entryOf(row)]))
}
