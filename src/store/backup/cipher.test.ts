import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { BrokenCipher, createByteReader, decrypt, encrypt, isEncrypted } from './cipher.ts'

const passphrase = 'a passphrase of some words'

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const collect = async (source: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}
const open = (bytes: Buffer, given: string | null = passphrase) =>
  collect(decrypt(createByteReader(inPieces(bytes, 10_007)), given, 'FILE'))

test('bytes of any length come back, and no two encryptions are alike', async () => {
  // To derive a key takes half a second.
  for (const length of [0, 65_536, 200_001]) {
    const plain = randomBytes(length)
    const sealed = await collect(encrypt(inPieces(plain, 70_001), passphrase))
    assert.ok(isEncrypted(sealed))
    assert.ok(length < 32 || !sealed.includes(plain.subarray(0, 32)))
    assert.deepEqual(await open(sealed), plain)
    if (length === 65_536) assert.notDeepEqual(await collect(encrypt(inPieces(plain, 65_536), passphrase)), sealed)
  }
})

test('a passphrase is the same however its characters are composed, and a wrong or missing one is named', async () => {
  const sealed = await collect(encrypt(inPieces(Buffer.from('rows'), 9), 'caf\u00e9 with words'))
  assert.equal(String(await open(sealed, 'cafe\u0301 with words')), 'rows')
  await assert.rejects(open(sealed), { name: 'OperatorError', message: 'The passphrase is not that of FILE.' })
  await assert.rejects(open(sealed, null), {
    name: 'OperatorError',
    message: /^FILE is encrypted: give --passphrase-file/,
  })
})

test('any changed, moved, missing or added byte is detected', async () => {
  const plain = randomBytes(200_000)
  const sealed = await collect(encrypt(inPieces(plain, 65_536), passphrase))
  const head = sealed.subarray(0, 59)
  const [one, two, three, last] = [0, 1, 2, 3].map((n) => sealed.subarray(59 + n * 65_556, 59 + (n + 1) * 65_556))
  assert.equal(head.length + one!.length * 3 + last!.length, sealed.length)
  const flipped = (at: number) => {
    const copy = Buffer.from(sealed)
    copy[at]! ^= 1
    return copy
  }
  const bad = {
    'a changed byte': flipped(100_000),
    'a changed tag': flipped(sealed.length - 1),
    'a changed length': flipped(62),
    'a last chunk that is said not to be the last': flipped(59 + 3 * 65_556).fill(0, 59 + 3 * 65_556, 60 + 3 * 65_556),
    'chunks in another order': Buffer.concat([head, two!, one!, three!, last!]),
    'a chunk left out': Buffer.concat([head, one!, three!, last!]),
    'a chunk twice': Buffer.concat([head, one!, one!, two!, three!, last!]),
    'no last chunk': Buffer.concat([head, one!, two!, three!]),
    'the last chunk alone': Buffer.concat([head, last!]),
    'a byte behind the end': Buffer.concat([sealed, Buffer.from('x')]),
    'the last byte cut off': sealed.subarray(0, -1),
    'a head alone': head,
  }
  for (const [what, bytes] of Object.entries(bad))
    await assert.rejects(open(bytes), (error) => error instanceof BrokenCipher, what)
  // A changed salt or proof is another passphrase's.
  for (const at of [30, 50]) await assert.rejects(open(flipped(at)), /The passphrase is not that of FILE/)
})
