import {
  type CipherGCMTypes,
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { promisify } from 'node:util'
import { OperatorError } from '../../errors.ts'

/*
 * An encrypted backup: a magic line, a salt, a proof of the passphrase, then chunks. A chunk is its length with a bit for
 * the last one, the ciphertext and its tag. The nonce counts chunks and the head is authenticated with each of them, so
 * that chunks that are changed, moved, left out, added or of another file are noticed, and so is an end that is missing.
 */
const magic = Buffer.from('formosa encrypted backup 1\n')
const saltBytes = 16
const proofBytes = 16
const tagBytes = 16
const headBytes = magic.length + saltBytes + proofBytes
const chunkBytes = 65_536
const lastBit = 0x80000000

const algorithm: CipherGCMTypes = 'aes-256-gcm'
/** 128 MiB and about half a second for each guess at a passphrase. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 }
const derive = promisify<string, Buffer, number, typeof cost, Buffer>(scrypt)

/** The normal form of a passphrase. */
const normal = (passphrase: string): string => passphrase.normalize('NFKC')

type Keys = { readonly key: Buffer; readonly proof: Buffer }

/** The keys derived last: a restore reads its file twice, to check it and to load it. */
let last: { readonly passphrase: string; readonly salt: Buffer; readonly keys: Promise<Keys> } | null = null

function keysOf(passphrase: string, salt: Buffer): Promise<Keys> {
  if (last?.passphrase !== passphrase || !last.salt.equals(salt))
    last = { passphrase, salt: Buffer.from(salt), keys: deriveKeys(passphrase, salt) }
  return last.keys
}

async function deriveKeys(passphrase: string, salt: Buffer): Promise<Keys> {
  const secret = await derive(normal(passphrase), salt, 32, cost)
  const part = (purpose: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, salt, purpose, bytes))
  return { key: part('chunks', 32), proof: part('proof', proofBytes) }
}

const nonceOf = (n: number): Buffer => {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(n), 4)
  return nonce
}

/** True for the first bytes of an encrypted backup, of which there must be `magicLength`. */
export const isEncrypted = (start: Buffer): boolean => start.subarray(0, magic.length).equals(magic)
export const magicLength = magic.length

/** Encrypts a stream, a chunk at a time. */
export async function* encrypt(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes)
  const { key, proof } = await keysOf(passphrase, salt)
  const head = Buffer.concat([magic, salt, proof])
  yield head
  let n = 0
  const seal = (chunk: Buffer, isLast: boolean): Buffer => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE((chunk.length | (isLast ? lastBit : 0)) >>> 0)
    const cipher = createCipheriv(algorithm, key, nonceOf(n++))
    cipher.setAAD(Buffer.concat([head, length]))
    const sealed = Buffer.concat([cipher.update(chunk), cipher.final()])
    return Buffer.concat([length, sealed, cipher.getAuthTag()])
  }
  let held = Buffer.alloc(0)
  for await (const bytes of source) {
    held = Buffer.concat([held, bytes])
    while (held.length > chunkBytes) {
      yield seal(held.subarray(0, chunkBytes), false)
      held = held.subarray(chunkBytes)
    }
  }
  yield seal(held, true)
}

/** The encrypted bytes were changed or truncated. */
export class BrokenCipher extends Error {
  override name = 'BrokenCipher'
}

/** Takes bytes from a stream, so many at a time. */
export function createByteReader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]()
  let held = Buffer.alloc(0)
  const reader = {
    /** The next bytes, which stay; fewer at the end of the stream. */
    async peek(bytes: number): Promise<Buffer> {
      while (held.length < bytes) {
        const { value, done } = await chunks.next()
        if (done) break
        held = Buffer.concat([held, value])
      }
      return held.subarray(0, bytes)
    },
    async take(bytes: number): Promise<Buffer> {
      const taken = await reader.peek(bytes)
      if (taken.length < bytes) throw new BrokenCipher('the end is missing')
      held = held.subarray(bytes)
      return taken
    },
    /** All that follows. */
    async *rest(): AsyncGenerator<Buffer> {
      yield held
      yield* { [Symbol.asyncIterator]: () => chunks }
    },
  }
  return reader
}
type ByteReader = ReturnType<typeof createByteReader>

/** Decrypts a stream, magic line included; throws `BrokenCipher` at the first invalid chunk. */
export async function* decrypt(source: ByteReader, passphrase: string | null, path: string): AsyncGenerator<Buffer> {
  if (passphrase === null)
    throw new OperatorError(
      `${path} is encrypted: give --passphrase-file with a file that holds its passphrase, or FORMOSA_BACKUP_PASSPHRASE.`,
    )
  const head = await source.take(headBytes)
  const salt = head.subarray(magic.length, magic.length + saltBytes)
  const { key, proof } = await keysOf(passphrase, salt)
  if (!timingSafeEqual(proof, head.subarray(magic.length + saltBytes)))
    throw new OperatorError(`The passphrase is not that of ${path}.`)
  for (let n = 0, isLast = false; !isLast; n++) {
    const length = await source.take(4)
    const word = length.readUInt32BE()
    isLast = word >= lastBit
    const bytes = word & ~lastBit
    if (bytes > chunkBytes) throw new BrokenCipher('a chunk is too long')
    const sealed = await source.take(bytes + tagBytes)
    const decipher = createDecipheriv(algorithm, key, nonceOf(n))
    decipher.setAAD(Buffer.concat([head, length]))
    decipher.setAuthTag(sealed.subarray(bytes))
    const chunk = decipher.update(sealed.subarray(0, bytes))
    try {
      decipher.final()
    } catch (error) {
      throw new BrokenCipher('a chunk was changed', { cause: error })
    }
    yield chunk
  }
  if ((await source.peek(1)).length > 0) throw new BrokenCipher('something follows the end')
}
