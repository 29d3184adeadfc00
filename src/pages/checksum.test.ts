import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { runs } from '../../test/support/runs.ts'
import { joined } from './checksum.ts'

test('the checksum of joined texts comes from those of their parts', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3_000 }), fc.uint8Array({ maxLength: 70_000 }), (first, second) => {
      const whole = crc32(Buffer.concat([first, second]))
      assert.equal(joined(crc32(first), crc32(second), second.length), whole)
    }),
    runs(200),
  )
})

test('lengths beyond 16 MB shift as the bytes would', () => {
  const zeros = Buffer.alloc(1 << 20)
  let whole = crc32('Formosa')
  for (let n = 0; n < 17; n++) whole = crc32(zeros, whole)
  let end = 0
  for (let n = 0; n < 17; n++) end = crc32(zeros, end)
  assert.equal(joined(crc32('Formosa'), end, 17 << 20), whole)
})
