import { randomBytes } from 'node:crypto'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { transferTypes } from '../../src/pay/eip3009.ts'

type Hex = `0x${string}`

export const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects
export const unbase64 = (text: string | null | undefined): any =>
  text ? JSON.parse(Buffer.from(text, 'base64').toString()) : null

export type Requirement = {
  readonly amount: string
  readonly payTo: string
  readonly asset: string
  readonly network: string
  readonly maxTimeoutSeconds: number
  readonly extra: { readonly name: string; readonly version: string }
}

export type Twist = {
  readonly value?: string
  readonly to?: string
  readonly from?: string
  readonly validAfter?: number
  readonly validBefore?: number
  readonly nonce?: Hex
  readonly chainId?: number
  readonly asset?: string
}

export const createWallet = (key: Hex = generatePrivateKey()) => ({ key, account: privateKeyToAccount(key) })
export type Wallet = ReturnType<typeof createWallet>

const randomNonce = (): Hex => `0x${randomBytes(32).toString('hex')}`
const seconds = () => Math.floor(Date.now() / 1000)

/** Signs the transfer of a requirement; every field can be changed to make a bad payment. */
export async function signTransfer(account: PrivateKeyAccount, requirement: Requirement, twist: Twist = {}) {
  const authorization = {
    from: twist.from ?? account.address,
    to: twist.to ?? requirement.payTo,
    value: twist.value ?? requirement.amount,
    validAfter: String(twist.validAfter ?? 0),
    validBefore: String(twist.validBefore ?? seconds() + requirement.maxTimeoutSeconds),
    nonce: twist.nonce ?? randomNonce(),
  }
  const signature = await account.signTypedData({
    domain: {
      ...requirement.extra,
      chainId: twist.chainId ?? 84_532,
      verifyingContract: (twist.asset ?? requirement.asset) as Hex,
    },
    types: transferTypes,
    primaryType: 'TransferWithAuthorization',
    message: {
      from: authorization.from as Hex,
      to: authorization.to as Hex,
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
      nonce: authorization.nonce,
    },
  })
  return { signature, authorization }
}
export type Signed = Awaited<ReturnType<typeof signTransfer>>

/** The other signature of the same key over the same words, which contracts refuse. */
export function twinOf(signature: string): Hex {
  const order = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n
  const s = order - BigInt(`0x${signature.slice(66, 130)}`)
  return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${signature.endsWith('1b') ? '1c' : '1b'}` as Hex
}

// biome-ignore lint/suspicious/noExplicitAny: the challenge as it was decoded
export const asV2 = (challenge: any, payload: unknown, accepted: unknown = challenge.accepts[0]) => ({
  x402Version: 2,
  resource: challenge.resource,
  accepted,
  payload,
})

/** Field by field as the first version's own client writes it. */
export const asV1 = ({ signature, authorization }: Signed, network = 'base-sepolia') => ({
  x402Version: 1,
  scheme: 'exact',
  network,
  payload: { signature, authorization },
})
