import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealJson } from '../disk.ts'
import { DamagedError } from '../errors.ts'
import { encodeManifest, parseManifest, UnknownFormatError, type VersionManifest } from './manifest.ts'

const sha256 = 'ab'.repeat(32)
const manifest: VersionManifest = {
  format: 1,
  sequence: 7,
  version: '0123456789abcdef',
  previous: null,
  publishedAt: '2026-11-16T10:00:00.000Z',
  writer: 'one',
  origin: 'demo',
  files: [{ path: 'lake/versions/00000001-0123456789abcdef/manifest.json', sha256, bytes: 12, kind: 'lake' }],
}
const [file] = manifest.files
const parse = (value: unknown) => parseManifest(Buffer.from(sealJson(value)), 7, 's3://lake')

test('a manifest of another format names the release to install', () => {
  assert.throws(() => parse({ ...manifest, format: 2 }), UnknownFormatError)
  assert.throws(() => parse({ format: 2 }), /s3:\/\/lake\/versions\/0000000007\.json has format 2/)
})

test('a damaged manifest is refused, and a path that leaves its folder too', () => {
  const wrong: readonly unknown[] = [
    null,
    [],
    {},
    { ...manifest, sequence: 8 },
    { ...manifest, version: '' },
    { ...manifest, previous: undefined },
    { ...manifest, publishedAt: 'soon' },
    { ...manifest, origin: 'other' },
    { ...manifest, files: [] },
    { ...manifest, files: [null] },
    { ...manifest, files: [file, file] },
    ...['', '/lake/x', 'lake/../x', 'lake//x', 'lake/./x', 'pages/x', 'lake/x\\y', 'lake/\u0000'].map((path) => ({
      ...manifest,
      files: [{ ...file, path }],
    })),
    { ...manifest, files: [{ ...file, sha256: 'AB' }] },
    { ...manifest, files: [{ ...file, bytes: -1 }] },
    { ...manifest, files: [{ ...file, kind: 'other', path: 'other/x' }] },
  ]
  for (const one of wrong) assert.throws(() => parse(one), DamagedError, JSON.stringify(one))
  const whole = encodeManifest(manifest)
  for (const bytes of [whole.subarray(0, 50), Buffer.from(JSON.stringify(manifest)), Buffer.from(''), Buffer.from('{')])
    assert.throws(() => parseManifest(bytes, 7, 's3://lake'), /its checksum is wrong/)
  for (let at = 0; at < whole.length; at++) {
    const bytes = Buffer.from(whole)
    bytes[at]! ^= 1
    assert.throws(() => parseManifest(bytes, 7, 's3://lake'), DamagedError, `byte ${at}`)
  }
})
