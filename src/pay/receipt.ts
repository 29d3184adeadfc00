import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject, sign, verify } from 'node:crypto'

/** The content of a receipt: payer, amount and the bytes paid for. */
export type ReceiptFacts = {
  readonly network: string
  readonly amount: string
  readonly payer: string
  /** Empty where no money moves. */
  readonly transaction: string
  readonly resourceUrl: string
  /** SHA-256 of the whole address in hexadecimal, where `resourceUrl` omits a long query. */
  readonly resourceSha256?: string
  readonly dataVersion: string
  /** SHA-256 of the body before any content coding, in hexadecimal. */
  readonly bodySha256: string
  readonly issuedAt: number
  /** Present where there is no transaction that names them. */
  readonly asset?: string
  readonly payTo?: string
  readonly nonce?: string
}

export type Receipts = ReturnType<typeof createReceipts>

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

function base58(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (; rest > 0n; rest /= 58n) text = alphabet[Number(rest % 58n)] + text
  return text
}

/** An Ed25519 key from a 32-byte seed. */
const privateKeyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  })

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs with a key derived from the installation's secret, so that receipts stay valid after a restart. */
export function createReceipts(seed: Buffer) {
  const key = privateKeyOf(seed)
  const { x } = createPublicKey(key).export({ format: 'jwk' })
  // The multicodec prefix of Ed25519 and the key: a `did:key`, which libraries resolve offline.
  const name = `z${base58(Buffer.concat([Buffer.from([0xed, 0x01]), Buffer.from(x!, 'base64url')]))}`
  const keyId = `did:key:${name}#${name}`
  const head = part({ alg: 'EdDSA', kid: keyId })
  return {
    keyId,
    /** The public key, as a JWK whose `kid` is that of every receipt. */
    publicKey: { kty: 'OKP', crv: 'Ed25519', x, alg: 'EdDSA', use: 'sig', kid: keyId },
    /** A compact JWS over the facts. */
    sign(facts: ReceiptFacts): string {
      const text = `${head}.${part({ version: 1, ...facts })}`
      return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`
    },
  }
}

/** The content of a receipt; null where the key did not sign it. */
export function readReceipt(receipt: string, publicKey: Readonly<Record<string, unknown>>): ReceiptFacts | null {
  const [head = '', payload = '', signature = ''] = receipt.split('.')
  const key = createPublicKey({ key: publicKey as JsonWebKey, format: 'jwk' })
  if (!verify(null, Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url'))) return null
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as ReceiptFacts
}
