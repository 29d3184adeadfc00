import { word } from './eip3009.ts'
import { type Rpc, Unavailable } from './rpc.ts'

/** A log of a contract. */
export type Log = {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly transactionHash: string
  readonly blockNumber: string
}

/** Nodes limit the number of blocks per query. */
export const blocksPerQuery = 2_000n

export const hex = (value: bigint): string => `0x${value.toString(16)}`
export const topicOf = (value: string): string => `0x${word(value).toString('hex')}`

/** The logs of an address in a range of blocks; null matches any topic. */
export async function readLogs(
  rpc: Rpc,
  filter: { readonly address: string; readonly topics: readonly (string | null)[] },
  from: bigint,
  to: bigint,
): Promise<readonly Log[]> {
  const logs = await rpc('eth_getLogs', [{ ...filter, fromBlock: hex(from), toBlock: hex(to) }])
  if (!Array.isArray(logs)) throw new Unavailable('eth_getLogs is no list')
  return logs
}
