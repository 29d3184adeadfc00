import type { Database } from '../store/database.ts'
import { type AuthorizationOutcome, failureOf } from './authorizationOutcome.ts'
import type { Chain } from './chain.ts'
import { topics } from './eip3009.ts'
import { entryColumns, entryOf } from './ledger/entry.ts'
import type { Ledger } from './ledger/ledger.ts'
import { blocksPerQuery, type Log, readLogs, topicOf } from './logs.ts'
import type { PaymentTerms } from './paymentTerms.ts'
import { paidInLedger } from './reports.ts'
import { quantity, Unavailable } from './rpc.ts'

/** A transfer to us by an authorization, read from the chain. */
type OnChain = Readonly<ReturnType<typeof authorizedIn>[number]>

export type Reconciliation = Awaited<ReturnType<typeof reconcile>>

const addressIn = (topic: string): string => `0x${topic.slice(-40)}`

/** Records the outcomes of pending payments; sends nothing. */
async function conclude({ db }: Database, ledger: Ledger, { outcomeOf }: Chain) {
  const rows = await db
    .selectFrom('agent_payments')
    .select(entryColumns)
    .where('state', 'in', ['settling', 'failed'])
    .where('closed_at', 'is', null)
    .execute()
  const concluded: { id: number; outcome: AuthorizationOutcome['kind'] }[] = []
  for (const entry of rows.map(entryOf)) {
    const outcome = await outcomeOf(entry)
    const failure = failureOf(outcome)
    if (outcome.kind === 'paid') await ledger.settled(entry.id, outcome)
    else if (failure !== null) await ledger.failed(entry.id, failure, { isOver: true })
    else continue
    concluded.push({ id: entry.id, outcome: outcome.kind })
  }
  return { concluded, open: rows.length - concluded.length }
}

/** The transfers to us in a transaction, each the token's next log after the use of an authorization. */
const authorizedIn = (logs: readonly Log[], asset: string, payTo: string) => {
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

/** Every transfer to us by an authorization in a range of blocks. */
async function transfersIn(
  { rpc }: Chain,
  { asset, payTo }: PaymentTerms,
  from: bigint,
  to: bigint,
): Promise<OnChain[]> {
  const found: OnChain[] = []
  for (let start = from; start <= to; start += blocksPerQuery) {
    const end = start + blocksPerQuery - 1n < to ? start + blocksPerQuery - 1n : to
    const filter = { address: asset, topics: [topics.transfer, null, topicOf(payTo)] }
    const paid = await readLogs(rpc, filter, start, end)
    for (const transaction of new Set(paid.map(({ transactionHash }) => transactionHash))) {
      const receipt = (await rpc('eth_getTransactionReceipt', [transaction])) as { logs: readonly Log[] } | null
      if (!receipt) throw new Unavailable(`there is no receipt of ${transaction}`)
      found.push(...authorizedIn(receipt.logs, asset, payTo))
    }
  }
  return found
}

/** Compares the ledger with the chain, both ways, over a range of blocks. */
export async function reconcile(
  database: Database,
  ledger: Ledger,
  chain: Chain,
  terms: PaymentTerms,
  { fromBlock }: { fromBlock: bigint },
) {
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
    /** On the chain but not in the ledger. */
    unknown: onChain.filter(({ payer, nonce }) => !entries.has(`${payer} ${nonce}`)),
    /** Paid in these blocks by the ledger, but not on the chain. */
    missing: inSpan.filter(([key]) => !seen.has(key)).map(([, entry]) => entry),
    /** Pending payments whose outcome was found by this run, and the number of those still pending. */
    concluded,
    open,
  }
}
