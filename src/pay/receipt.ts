import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject, sign, verify } from 'node:crypto'

/** What a receipt says: who paid what for which bytes. */
export type ReceiptFacts = {
  readonly network: string
  readonly amount: string
  readonly payer: string
  /** Empty where no money moves. */
  readonly transaction: string
  readonly resourceUrl: string
  /** SHA-256 of the whole address in hexadecimal, where `resourceUrl` goes without a query too long to repeat. */
  readonly resourceSha256?: string
  readonly dataVersion: string
  /** SHA-256 of the body before any content coding, in hexadecimal. */
  readonly bodySha256: string
  readonly issuedAt: number
  /** Where there is no transaction: on the chain, the transaction itself names them. */
  readonly asset?: string
  readonly payTo?: string
  readonly nonce?: string
}

export type Receipts = {
  /** A compact JWS over the facts. */
  readonly sign: (facts: ReceiptFacts) => string
  /** The key to check them with: as a JWK, and as the `kid` of every receipt. */
  readonly publicKey: Readonly<Record<string, unknown>>
  readonly keyId: string
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

function base58(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (; rest > 0n; rest /= 58n) text = alphabet[Number(rest % 58n)] + text
  return text
}

/** An Ed25519 key in the form node reads, from 32 bytes. */
const privateKeyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  })

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs with a key that follows from the installation's secret, so that receipts outlive a restart. */
export function createReceipts(seed: Buffer): Receipts {
  const key = privateKeyOf(seed)
  const { x } = createPublicKey(key).export({ format: 'jwk' })
  // The multicodec prefix of Ed25519, then the key: a `did:key` that libraries resolve without asking anybody.
  const name = `z${base58(Buffer.concat([Buffer.from([0xed, 0x01]), Buffer.from(x!, 'base64url')]))}`
  const keyId = `did:key:${name}#${name}`
  const head = part({ alg: 'EdDSA', kid: keyId })
  return {
    keyId,
    publicKey: { kty: 'OKP', crv: 'Ed25519', x, alg: 'EdDSA', use: 'sig', kid: keyId },
    sign(facts) {
      const text = `${head}.${part({ version: 1, ...facts })}`
      return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`
    },
  }
}

/** What a receipt says, where it was signed by the key; null where it was not. */
export function readReceipt(receipt: string, publicKey: Readonly<Record<string, unknown>>): ReceiptFacts | null {
  const [head = '', payload = '', signature = ''] = receipt.split('.')
  const key = createPublicKey({ key: publicKey as JsonWebKey, format: 'jwk' })
  if (!verify(null, Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url'))) return null
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as ReceiptFacts
}
