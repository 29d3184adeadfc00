import { topics } from './eip3009.ts'
import type { Entry } from './ledger/entry.ts'
import { blocksPerQuery, hex, type Log, readLogs, topicOf } from './logs.ts'
import { quantity, type Rpc } from './rpc.ts'
import type { Head, Token } from './token.ts'

/** An authorization to look up on the chain, with its transaction where that is known; no older block can hold it. */
type AuthorizationQuery = Pick<Entry, 'payer' | 'nonce' | 'payTo' | 'value' | 'validBefore' | 'txHash' | 'createdAt'>

export type Paid = {
  readonly kind: 'paid'
  readonly transaction: string
  readonly block: string
  /** The sender's gas cost in wei. */
  readonly fee: string
}

/** What became of an authorization; only the first four are final. */
export type AuthorizationOutcome =
  | Paid
  | { readonly kind: 'cancelled' }
  /** The payer used its nonce for another transfer. */
  | { readonly kind: 'diverted' }
  /** Expired unused. */
  | { readonly kind: 'expired' }
  /** Our transaction was reverted; another sender could still submit the authorization. */
  | { readonly kind: 'reverted'; readonly fee: string }
  | { readonly kind: 'unused' }
  /** The chain's responses are contradictory or incomplete. */
  | { readonly kind: 'unclear'; readonly why: string }

/** The reason code of a final outcome that is not paid; null where the outcome is not final. */
export const failureOf = ({ kind }: AuthorizationOutcome): string | null =>
  kind === 'cancelled'
    ? 'authorization_cancelled'
    : kind === 'diverted'
      ? 'invalid_exact_evm_nonce_already_used'
      : kind === 'expired'
        ? 'invalid_exact_evm_payload_authorization_valid_before'
        : null

type ChainReceipt = {
  readonly transactionHash: string
  readonly blockNumber: string
  readonly status: string
  readonly gasUsed: string
  readonly effectiveGasPrice?: string
  readonly l1Fee?: string
  readonly logs: readonly Log[]
}

const mostSpans = 40

/** The most a node's clock may be ahead of ours. */
const mostAheadMs = 60_000
/** A reorganized block may be replaced by a slightly older one. */
const settledMs = 4_000

/** Reads the outcome of an authorization from at least two independent responses; never throws. */
export function createOutcomeReader(rpc: Rpc, { asset, head, isUsed }: Token, now: () => number) {
  const receiptOf = async (transaction: string): Promise<ChainReceipt | null> =>
    (await rpc('eth_getTransactionReceipt', [transaction])) as ChainReceipt | null

  /**
   * The outcome by the logs of one transaction: paid to us, or used for another transfer; null where they do not name the
   * authorization. The transfer is the token's next log after the use: a payer can sign another authorization with the
   * same nonce, and put an unrelated payment to us into the same transaction.
   */
  const useIn = (
    logs: readonly Log[],
    { payer, nonce, payTo, value }: AuthorizationQuery,
  ): 'paid' | 'diverted' | null => {
    const own = logs.filter((log) => log.address.toLowerCase() === asset.toLowerCase())
    const is = (log: Log | undefined, ...wanted: string[]) =>
      log !== undefined && wanted.every((topic, i) => log.topics[i]?.toLowerCase() === topic)
    const at = own.findIndex((log) => is(log, topics.used, topicOf(payer), topicOf(nonce)))
    if (at < 0) return null
    const next = own[at + 1]
    const isOurs = is(next, topics.transfer, topicOf(payer), topicOf(payTo))
    return isOurs && next!.data.toLowerCase() === topicOf(value) ? 'paid' : 'diverted'
  }

  /** The newest log of a topic that names the authorization. */
  async function findLog(
    topic: string,
    { payer, nonce, createdAt }: AuthorizationQuery,
    { number }: Head,
  ): Promise<Log | null> {
    let to = number
    for (let n = 0; n < mostSpans; n++) {
      const from = to >= blocksPerQuery ? to - blocksPerQuery + 1n : 0n
      const filter = { address: asset, topics: [topic, topicOf(payer), topicOf(nonce)] }
      const logs = await readLogs(rpc, filter, from, to)
      if (logs.length > 0) return logs.at(-1)!
      if (from === 0n) return null
      const block = (await rpc('eth_getBlockByNumber', [hex(from), false])) as Record<string, unknown> | null
      if (block && Number(quantity(block.timestamp, 'timestamp')) * 1000 < createdAt - 120_000) return null
      to = from - 1n
    }
    return null
  }

  const feeOf = ({ gasUsed, effectiveGasPrice = '0x0', l1Fee = '0x0' }: ChainReceipt): string =>
    String(quantity(gasUsed, 'gasUsed') * quantity(effectiveGasPrice, 'effectiveGasPrice') + quantity(l1Fee, 'l1Fee'))
  const paidBy = (receipt: ChainReceipt): Paid => ({
    kind: 'paid',
    transaction: receipt.transactionHash,
    block: String(quantity(receipt.blockNumber, 'blockNumber')),
    fee: feeOf(receipt),
  })

  /** The outcome by logs, without the receipt, which may be wrong. */
  async function outcomeByLogs(query: AuthorizationQuery, latest: Head): Promise<AuthorizationOutcome | null> {
    const used = await findLog(topics.used, query, latest)
    if (!used) return null
    const at = used.blockNumber
    const logs = (await rpc('eth_getLogs', [{ address: asset, fromBlock: at, toBlock: at }])) as readonly Log[]
    const use = useIn(
      logs.filter(({ transactionHash }) => transactionHash === used.transactionHash),
      query,
    )
    if (use === 'paid')
      return { kind: 'paid', transaction: used.transactionHash, block: String(quantity(at, 'blockNumber')), fee: '0' }
    // `diverted` is final, so the receipt must confirm it.
    const receipt = use && (await receiptOf(used.transactionHash))
    return receipt && useIn(receipt.logs, query) === 'diverted' ? { kind: 'diverted' } : null
  }

  async function readOutcome(query: AuthorizationQuery): Promise<AuthorizationOutcome> {
    const receipt = query.txHash === null ? null : await receiptOf(query.txHash)
    const latest = await head()
    const used = await isUsed(query.payer, query.nonce)
    if (used) {
      if (receipt?.status === '0x1' && useIn(receipt.logs, query) === 'paid') return paidBy(receipt)
      const found = await outcomeByLogs(query, latest)
      if (found) return found
      if (await findLog(topics.cancelled, query, latest)) return { kind: 'cancelled' }
      return { kind: 'unclear', why: 'the authorization is used, and no log says by what' }
    }
    if (receipt?.status === '0x1') return { kind: 'unclear', why: 'a receipt of success, and the authorization unused' }
    if (latest.time > now() + mostAheadMs) return { kind: 'unclear', why: 'the chain is ahead of the clock' }
    const isOver = [latest.time, now()].every((time) => time >= Number(query.validBefore) * 1000 + settledMs)
    if (!receipt && !isOver) return { kind: 'unused' }
    // A single response does not prove that no money moved.
    if (await findLog(topics.used, query, latest))
      return { kind: 'unclear', why: 'a log of use, and the authorization unused' }
    if (!isOver) return { kind: 'reverted', fee: feeOf(receipt!) }
    // Queried by block number, so that a lagging node cannot answer.
    if (await isUsed(query.payer, query.nonce, hex(latest.number)))
      return { kind: 'unclear', why: 'the authorization was used a moment ago' }
    return { kind: 'expired' }
  }

  return async (query: AuthorizationQuery): Promise<AuthorizationOutcome> => {
    try {
      return await readOutcome(query)
    } catch (error) {
      return { kind: 'unclear', why: (error as Error).message }
    }
  }
}
