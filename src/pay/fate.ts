import { topics, word } from './eip3009.ts'
import { quantity, type Rpc, Unavailable } from './rpc.ts'
import type { Head, Token } from './token.ts'

/** What is looked for on the chain: one authorization, and the transaction it was sent in where one is known. */
export type Sought = {
  readonly payer: string
  readonly nonce: string
  readonly payTo: string
  readonly value: string
  readonly validBefore: string
  readonly transaction: string | null
  /** Nothing of it can stand in an older block, in milliseconds. */
  readonly since: number
}

export type Paid = {
  readonly kind: 'paid'
  readonly transaction: string
  readonly block: string
  /** What it cost whoever sent it, in wei. */
  readonly fee: string
}

/** What became of an authorization; only the first four are final. */
export type Fate =
  | Paid
  | { readonly kind: 'cancelled' }
  /** Its nonce was used for another transfer of the payer's. */
  | { readonly kind: 'diverted' }
  /** Never used, and too late to be used. */
  | { readonly kind: 'expired' }
  /** Our transaction failed; somebody else could still carry the authorization to the token. */
  | { readonly kind: 'reverted'; readonly fee: string }
  | { readonly kind: 'unused' }
  /** The chain contradicts itself, or a part of it did not answer. */
  | { readonly kind: 'unclear'; readonly why: string }

type Log = {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly transactionHash: string
  readonly blockNumber: string
}
type ChainReceipt = {
  readonly transactionHash: string
  readonly blockNumber: string
  readonly status: string
  readonly gasUsed: string
  readonly effectiveGasPrice?: string
  readonly l1Fee?: string
  readonly logs: readonly Log[]
}

const hex = (value: bigint): string => `0x${value.toString(16)}`
const topicOf = (value: string): string => `0x${word(value).toString('hex')}`

/** Nodes answer for a bounded span of blocks at a time. */
const span = 2_000n
const mostSpans = 40

/** How far a node's clock may run ahead of ours before it is not believed. */
const mostAheadMs = 60_000
/** A block that is taken back may be replaced by one that is a little older. */
const settledMs = 4_000

/** Finds out what became of an authorization, by at least two witnesses; never throws. */
export function createFateReader(rpc: Rpc, { asset, head, isUsed }: Token, now: () => number) {
  const receiptOf = async (transaction: string): Promise<ChainReceipt | null> =>
    (await rpc('eth_getTransactionReceipt', [transaction])) as ChainReceipt | null

  /**
   * What the logs of one transaction say: paid to us, or used for something else; null where they do not name the
   * authorization. The transfer is the token's next word after the use: a payer can sign another authorization under
   * the same nonce, and put a payment to us for something else beside it.
   */
  const tell = (logs: readonly Log[], { payer, nonce, payTo, value }: Sought): 'paid' | 'diverted' | null => {
    const own = logs.filter((log) => log.address.toLowerCase() === asset.toLowerCase())
    const is = (log: Log | undefined, ...wanted: string[]) =>
      log !== undefined && wanted.every((topic, i) => log.topics[i]?.toLowerCase() === topic)
    const at = own.findIndex((log) => is(log, topics.used, topicOf(payer), topicOf(nonce)))
    if (at < 0) return null
    const next = own[at + 1]
    const isOurs = is(next, topics.transfer, topicOf(payer), topicOf(payTo))
    return isOurs && next!.data.toLowerCase() === topicOf(value) ? 'paid' : 'diverted'
  }

  /** The newest log of a kind that names the authorization, looking back as far as it can stand. */
  async function findLog(topic: string, { payer, nonce, since }: Sought, { number }: Head): Promise<Log | null> {
    let to = number
    for (let n = 0; n < mostSpans; n++) {
      const from = to >= span ? to - span + 1n : 0n
      const filter = { address: asset, topics: [topic, topicOf(payer), topicOf(nonce)] }
      const logs = await rpc('eth_getLogs', [{ ...filter, fromBlock: hex(from), toBlock: hex(to) }])
      if (!Array.isArray(logs)) throw new Unavailable('eth_getLogs is no list')
      if (logs.length > 0) return logs.at(-1) as Log
      if (from === 0n) return null
      const block = (await rpc('eth_getBlockByNumber', [hex(from), false])) as Record<string, unknown> | null
      if (block && Number(quantity(block.timestamp, 'timestamp')) * 1000 < since - 120_000) return null
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

  /** What the transaction that used the authorization did, told by logs; its receipt may be what is wrong. */
  async function tellByLogs(sought: Sought, latest: Head): Promise<Fate | null> {
    const used = await findLog(topics.used, sought, latest)
    if (!used) return null
    const at = used.blockNumber
    const logs = (await rpc('eth_getLogs', [{ address: asset, fromBlock: at, toBlock: at }])) as readonly Log[]
    const told = tell(
      logs.filter(({ transactionHash }) => transactionHash === used.transactionHash),
      sought,
    )
    if (told === 'paid')
      return { kind: 'paid', transaction: used.transactionHash, block: String(quantity(at, 'blockNumber')), fee: '0' }
    // That the money is lost to us is final, so the receipt must say so too.
    const receipt = told && (await receiptOf(used.transactionHash))
    return receipt && tell(receipt.logs, sought) === 'diverted' ? { kind: 'diverted' } : null
  }

  async function readFate(sought: Sought): Promise<Fate> {
    const receipt = sought.transaction === null ? null : await receiptOf(sought.transaction)
    const latest = await head()
    const used = await isUsed(sought.payer, sought.nonce)
    if (used) {
      if (receipt?.status === '0x1' && tell(receipt.logs, sought) === 'paid') return paidBy(receipt)
      const found = await tellByLogs(sought, latest)
      if (found) return found
      if (await findLog(topics.cancelled, sought, latest)) return { kind: 'cancelled' }
      return { kind: 'unclear', why: 'the authorization is used, and no log says by what' }
    }
    if (receipt?.status === '0x1') return { kind: 'unclear', why: 'a receipt of success, and the authorization unused' }
    if (latest.time > now() + mostAheadMs) return { kind: 'unclear', why: 'the chain is ahead of the clock' }
    const isOver = [latest.time, now()].every((time) => time >= Number(sought.validBefore) * 1000 + settledMs)
    if (!receipt && !isOver) return { kind: 'unused' }
    // Money that may have moved is not called unmoved on one witness alone.
    if (await findLog(topics.used, sought, latest))
      return { kind: 'unclear', why: 'a log of use, and the authorization unused' }
    if (!isOver) return { kind: 'reverted', fee: feeOf(receipt!) }
    // Asked for by its number, so that a node which lags behind cannot answer for it.
    if (await isUsed(sought.payer, sought.nonce, hex(latest.number)))
      return { kind: 'unclear', why: 'the authorization was used a moment ago' }
    return { kind: 'expired' }
  }

  return async (sought: Sought): Promise<Fate> => {
    try {
      return await readFate(sought)
    } catch (error) {
      return { kind: 'unclear', why: (error as Error).message }
    }
  }
}

export type FateReader = ReturnType<typeof createFateReader>
