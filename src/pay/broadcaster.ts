import { keccak_256 } from '@noble/hashes/sha3'
import { transferCall } from './eip3009.ts'
import { authorizationOf, type Entry, signatureOf } from './ledger/entry.ts'
import type { Ledger } from './ledger/ledger.ts'
import { quantity, Refused, type Rpc } from './rpc.ts'
import { signCall } from './transaction.ts'
import { addressOf } from './wallets.ts'

type Fees = { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }

export type Broadcaster = ReturnType<typeof createBroadcaster>

/** The hash of a signed transaction, by which the chain names it. */
const hashOf = (raw: string): `0x${string}` =>
  `0x${Buffer.from(keccak_256(Buffer.from(raw.slice(2), 'hex'))).toString('hex')}`

/** Nodes accept a replacement with a fee 10 % higher; 25 % leaves a margin. */
const raised = (fee: bigint, times: number): bigint => (fee * 5n ** BigInt(times)) / 4n ** BigInt(times)
const mostRaises = 6

/**
 * Sends payments to the chain from its own account. It chooses account nonces by the entries in progress in the ledger:
 * the next payment fills a gap, and a lost transaction is sent again, byte for byte.
 */
export function createBroadcaster(
  rpc: Rpc,
  { key, chainId, asset, ledger }: { key: `0x${string}`; chainId: number; asset: string; ledger: Ledger },
) {
  const address = addressOf(key)
  const sender = address.toLowerCase()

  async function readFees(): Promise<Fees> {
    const [block, tip] = await Promise.all([
      rpc('eth_getBlockByNumber', ['latest', false]),
      rpc('eth_maxPriorityFeePerGas', []).catch(() => '0xf4240'),
    ])
    const base = quantity((block as { baseFeePerGas?: unknown } | null)?.baseFeePerGas ?? '0x0', 'baseFeePerGas')
    const maxPriorityFeePerGas = quantity(tip, 'eth_maxPriorityFeePerGas')
    return { maxPriorityFeePerGas, maxFeePerGas: base * 2n + maxPriorityFeePerGas }
  }

  /** The account's next nonce on the chain; lower ones are mined. */
  const nextNonce = async (): Promise<number> =>
    Number(quantity(await rpc('eth_getTransactionCount', [address, 'latest']), 'eth_getTransactionCount'))

  async function push(raw: string): Promise<'sent' | 'spent' | 'cheap'> {
    try {
      await rpc('eth_sendRawTransaction', [raw])
      return 'sent'
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (/already known|already imported|known transaction|already exists/i.test(error.message)) return 'sent'
      if (/nonce too low|nonce is too low|OldNonce/i.test(error.message)) return 'spent'
      if (/underpriced/i.test(error.message)) return 'cheap'
      throw error
    }
  }

  async function sendFresh(entry: Entry, nonce: number): Promise<boolean> {
    const data = transferCall(authorizationOf(entry), signatureOf(entry))
    const [gas, fees] = await Promise.all([
      rpc('eth_estimateGas', [{ from: address, to: asset, data }]).then((value) => quantity(value, 'gas')),
      readFees(),
    ])
    for (let raises = 0; ; raises++) {
      const raw = signCall(key, {
        chainId,
        nonce,
        to: asset,
        data,
        gas: (gas * 6n) / 5n,
        maxFeePerGas: raised(fees.maxFeePerGas, raises),
        maxPriorityFeePerGas: raised(fees.maxPriorityFeePerGas, raises),
      })
      if (!(await ledger.sent(entry.id, { hash: hashOf(raw), sender, nonce, raw }))) return false
      const outcome = await push(raw)
      if (outcome !== 'cheap' || raises === mostRaises) return outcome === 'sent'
    }
  }

  return {
    /** The account that pays the gas. */
    address,
    gasBalance: async () => quantity(await rpc('eth_getBalance', [address, 'latest']), 'eth_getBalance'),
    /** Sends or resends an entry's transfer; false where its nonce was taken. Throws where the chain refuses it. */
    async send(entry: Entry): Promise<boolean> {
      const [next, taken] = await Promise.all([nextNonce(), ledger.takenNonces(sender, entry.id)])
      let free = next
      while (taken.has(free)) free++
      // A nonce beyond a gap would never be mined; one below the next nonce was used by another transaction.
      const { txRaw, txSender, txNonce } = entry
      if (txRaw === null || txSender !== sender || txNonce! < next || txNonce! > free) return sendFresh(entry, free)
      try {
        if ((await push(txRaw)) === 'sent') return true
      } catch (error) {
        if (!(error instanceof Refused)) throw error
      }
      // The node rejects it, perhaps for its fee: replace it under the same nonce, so that at most one is mined.
      return sendFresh(entry, txNonce!)
    },
  }
}
