import type { Database } from '../store/database.ts'
import { paidInLedger } from './books.ts'
import type { Chain } from './chain.ts'
import { topics, word } from './eip3009.ts'
import type { Fate } from './fate.ts'
import { type Entry, entryColumns, entryOf, soughtOf } from './ledger/entry.ts'
import type { Ledger } from './ledger/ledger.ts'
import { quantity, Unavailable } from './rpc.ts'
import type { Terms } from './terms.ts'

type Log = {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly transactionHash: string
  readonly blockNumber: string
}

/** A transfer to us by an authorization, as the chain has it. */
type OnChain = {
  readonly payer: string
  readonly nonce: string
  readonly amount: bigint
  readonly transaction: string
  readonly block: bigint
}

export type Audit = {
  readonly fromBlock: bigint
  readonly toBlock: bigint
  readonly chain: { readonly count: number; readonly amount: bigint }
  readonly ledger: { readonly count: number; readonly amount: bigint }
  /** On the chain, and not in the ledger. */
  readonly unknown: readonly OnChain[]
  /** In the ledger as paid, in these blocks, and not on the chain. */
  readonly missing: readonly Entry[]
  /** What was under way and has come to an end by this look. */
  readonly concluded: readonly { readonly id: number; readonly fate: Fate['kind'] }[]
  /** What is still under way. */
  readonly open: number
}

const span = 2_000n
const hex = (value: bigint): string => `0x${value.toString(16)}`
const topicOf = (value: string): string => `0x${word(value).toString('hex')}`
const addressIn = (topic: string): string => `0x${topic.slice(-40)}`

/** Looks at everything that is under way, as the service itself does, without sending anything. */
async function conclude({ db }: Database, ledger: Ledger, { fateOf }: Chain) {
  const rows = await db
    .selectFrom('agent_payments')
    .select(entryColumns)
    .where('state', 'in', ['settling', 'failed'])
    .where('closed_at', 'is', null)
    .execute()
  const concluded: { id: number; fate: Fate['kind'] }[] = []
  for (const entry of rows.map(entryOf)) {
    const fate = await fateOf(soughtOf(entry))
    if (fate.kind === 'paid') await ledger.settled(entry.id, fate)
    else if (fate.kind === 'cancelled') await ledger.failed(entry.id, 'authorization_cancelled', { isOver: true })
    else if (fate.kind === 'diverted')
      await ledger.failed(entry.id, 'invalid_exact_evm_nonce_already_used', { isOver: true })
    else if (fate.kind === 'expired')
      await ledger.failed(entry.id, 'invalid_exact_evm_payload_authorization_valid_before', { isOver: true })
    else continue
    concluded.push({ id: entry.id, fate: fate.kind })
  }
  return { concluded, open: rows.length - concluded.length }
}

/** The transfers to us in a transaction that follow the use of an authorization: the token's next word after it. */
const authorizedIn = (logs: readonly Log[], asset: string, payTo: string): OnChain[] => {
  const own = logs.filter(({ address }) => address.toLowerCase() === asset.toLowerCase())
  return own.flatMap((log, at) => {
    const before = own[at - 1]
    const isOurs = log.topics[0] === topics.transfer && log.topics[2] === topicOf(payTo)
    if (!isOurs || before?.topics[0] !== topics.used) return []
    return [
      {
        payer: addressIn(log.topics[1]!),
        nonce: before.topics[2]!,
        amount: BigInt(log.data),
        transaction: log.transactionHash,
        block: quantity(log.blockNumber, 'blockNumber'),
      },
    ]
  })
}

/** Every transfer to us by an authorization in a span of blocks. */
async function transfersIn({ rpc }: Chain, { asset, payTo }: Terms, from: bigint, to: bigint): Promise<OnChain[]> {
  const found: OnChain[] = []
  for (let start = from; start <= to; start += span) {
    const end = start + span - 1n < to ? start + span - 1n : to
    const filter = { address: asset, topics: [topics.transfer, null, topicOf(payTo)] }
    const paid = await rpc('eth_getLogs', [{ ...filter, fromBlock: hex(start), toBlock: hex(end) }])
    if (!Array.isArray(paid)) throw new Unavailable('eth_getLogs is no list')
    for (const transaction of new Set(paid.map(({ transactionHash }: Log) => transactionHash))) {
      const receipt = (await rpc('eth_getTransactionReceipt', [transaction])) as { logs: readonly Log[] } | null
      if (!receipt) throw new Unavailable(`there is no receipt of ${transaction}`)
      found.push(...authorizedIn(receipt.logs, asset, payTo))
    }
  }
  return found
}

/** Holds the ledger against the chain, both ways, over a span of blocks. */
export async function audit(
  database: Database,
  ledger: Ledger,
  chain: Chain,
  terms: Terms,
  { fromBlock }: { fromBlock: bigint },
): Promise<Audit> {
  const { concluded, open } = await conclude(database, ledger, chain)
  const { number: toBlock } = await chain.token.head()
  const onChain = await transfersIn(chain, terms, fromBlock, toBlock)
  const entries = await paidInLedger(database, terms.network)
  const seen = new Set(onChain.map(({ payer, nonce }) => `${payer} ${nonce}`))
  const inSpan = [...entries].filter(([, { block }]) => block !== null && BigInt(block) >= fromBlock)
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
  return {
    fromBlock,
    toBlock,
    chain: { count: onChain.length, amount: sum(onChain.map(({ amount }) => amount)) },
    ledger: { count: inSpan.length, amount: sum(inSpan.map(([, { value }]) => BigInt(value))) },
    unknown: onChain.filter(({ payer, nonce }) => !entries.has(`${payer} ${nonce}`)),
    missing: inSpan.filter(([key]) => !seen.has(key)).map(([, entry]) => entry),
    concluded,
    open,
  }
}
