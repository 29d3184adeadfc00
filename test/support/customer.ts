import { createWalletClient, encodeFunctionData, http, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type Devchain, startDevchain } from '../../devchain/server.ts'
import { createRpc } from '../../src/pay/rpc.ts'
import { baseSepolia } from './baseSepolia.ts'
import { shareOnce } from './sharing.ts'
import { payTo, settlerKeys } from './shop.ts'
import { asV2, base64, createWallet, type Signed, signTransfer, type Twist, unbase64, type Wallet } from './wallet.ts'

type Hex = `0x${string}`

const abi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function blacklist(address)',
  'function unBlacklist(address)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
])

/** Somebody with gas who is neither the shop nor a customer. */
const stranger = privateKeyToAccount(`0x${'57'.repeat(32)}`)

/** A chain in this process with everything a test does to it from outside. */
async function startBank(now: () => number) {
  const chain: Devchain = await startDevchain({
    now,
    gas: [...settlerKeys.map((key) => privateKeyToAccount(key).address), stranger.address],
  })
  const rpc = createRpc(chain.url)
  const token = chain.token as Hex
  const client = createWalletClient({ account: stranger, chain: baseSepolia, transport: http(chain.url) })

  async function balanceOf(owner: string): Promise<bigint> {
    const data = encodeFunctionData({ abi, functionName: 'balanceOf', args: [owner as Hex] })
    return BigInt((await rpc('eth_call', [{ to: token, data }, 'latest'])) as string)
  }

  return {
    url: chain.url,
    rpc,
    token,
    balanceOf,
    /** What the shop has taken in. */
    takings: () => balanceOf(payTo),
    async customer(balance = 1_000_000n): Promise<Wallet> {
      const wallet = createWallet()
      if (balance > 0n) await chain.mint(wallet.account.address, balance)
      return wallet
    },
    mint: chain.mint,
    block: (account: string) =>
      client.writeContract({ address: token, abi, functionName: 'blacklist', args: [account as Hex] }),
    unblock: (account: string) =>
      client.writeContract({ address: token, abi, functionName: 'unBlacklist', args: [account as Hex] }),
    /** Carries an authorization to the token, as anybody may who has seen it. */
    carry: ({ authorization: a, signature }: Signed) =>
      client.writeContract({
        address: token,
        abi,
        functionName: 'transferWithAuthorization',
        args: [
          a.from as Hex,
          a.to as Hex,
          BigInt(a.value),
          BigInt(a.validAfter),
          BigInt(a.validBefore),
          a.nonce,
          signature,
        ],
      }),
    async cancel({ account }: Wallet, nonce: Hex) {
      const signature = await account.signTypedData({
        domain: { name: 'USDC', version: '2', chainId: 84_532, verifyingContract: token },
        types: {
          CancelAuthorization: [
            { name: 'authorizer', type: 'address' },
            { name: 'nonce', type: 'bytes32' },
          ],
        },
        primaryType: 'CancelAuthorization',
        message: { authorizer: account.address, nonce },
      })
      const [r, s] = [signature.slice(0, 66) as Hex, `0x${signature.slice(66, 130)}` as Hex]
      const v = Number.parseInt(signature.slice(130), 16)
      await client.writeContract({
        address: token,
        abi,
        functionName: 'cancelAuthorization',
        args: [account.address, nonce, v, r, s],
      })
    },
    close: chain.close,
  }
}

export type Bank = Awaited<ReturnType<typeof startBank>>

const shareBank = shareOnce(
  () => startBank(Date.now),
  (bank) => bank.close(),
)

/** A bank of its own where it has a clock of its own; on the machine's clock the files of one process share one. */
export async function openBank(now?: () => number): Promise<Bank> {
  if (now) return startBank(now)
  const { stop, ...bank } = await shareBank()
  return { ...bank, close: async () => void (await stop()) }
}

export type PaidResponse = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects
  readonly json: any
  /** Why, in the words of x402. */
  readonly reason: string | null
}

export async function get(url: string, headers: Record<string, string> = {}): Promise<PaidResponse> {
  const response = await fetch(url, { headers })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: text.startsWith('{') ? JSON.parse(text) : null,
    reason: unbase64(response.headers.get('payment-required'))?.error ?? null,
  }
}

export const challengeAt = async (url: string) => unbase64((await get(url)).headers.get('payment-required'))

export const header = (payment: unknown, name = 'X-PAYMENT'): Record<string, string> => ({
  [name]: typeof payment === 'string' ? payment : base64(payment),
})

/** Signs for a challenge and returns the payment of version 2, with its signature for those who need it. */
export async function signFor(wallet: Wallet, challenge: { accepts: readonly never[] }, twist: Twist = {}) {
  const signed = await signTransfer(wallet.account, challenge.accepts[0]!, twist)
  return { signed, payment: asV2(challenge, signed) }
}
