import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/support/runs.ts'
import { OperatorError } from '../../errors.ts'
import { openArchive } from './archive.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-archive-'))
after(() => rmSync(root, { recursive: true, force: true }))

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

test('bytes come back as they were kept, whatever they are', async () => {
  const archive = openArchive(join(root, 'any'))
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
      const kept = await archive.keep('gold', bytes, new Date('2026-06-01T00:00:00Z'))
      assert.deepEqual(new Uint8Array(await archive.read(kept)), bytes)
      assert.equal(kept.bytes, bytes.length)
    }),
    runs(30),
  )
})

test('the same bytes are kept once, in whichever month they come again', async () => {
  const folder = join(root, 'once')
  const archive = openArchive(folder)
  const bytes = new TextEncoder().encode('holiday schedule')
  const first = await archive.keep('gold', bytes, new Date('2026-06-01T00:00:00Z'))
  assert.equal(first.stored, archive.size().bytes)
  const again = { ...first, stored: 0 }
  assert.deepEqual(await archive.keep('gold', bytes, new Date('2026-06-02T00:00:00Z')), again)
  assert.deepEqual(await archive.keep('gold', bytes, new Date('2026-08-01T00:00:00Z')), again)
  assert.match(first.file, /^raw\/gold\/2026-06\/[0-9a-f]{64}\.zst$/)
  assert.equal(filesIn(folder).length, 1)
  const other = await archive.keep('silver', bytes, new Date('2026-08-01T00:00:00Z'))
  assert.match(other.file, /^raw\/silver\/2026-08\//)
})

test('several answers can be kept at once', async () => {
  const archive = openArchive(join(root, 'side by side'))
  const all = Array.from({ length: 20 }, (_, i) => new TextEncoder().encode(`answer ${i % 7}`))
  const kept = await Promise.all(all.map((bytes) => archive.keep('gold', bytes, new Date())))
  for (const [i, one] of kept.entries()) assert.deepEqual(new Uint8Array(await archive.read(one)), all[i])
  assert.equal(filesIn(join(root, 'side by side')).length, 7)
})

test('partial files of a killed writer are removed, and damaged files are reported', async () => {
  const folder = join(root, 'damaged')
  mkdirSync(join(folder, 'tmp'), { recursive: true })
  writeFileSync(join(folder, 'tmp', 'half'), 'half')
  const archive = openArchive(folder)
  const kept = await archive.keep('gold', new TextEncoder().encode('{"a":1}'), new Date())
  assert.equal(filesIn(folder).length, 1)
  const other = await archive.keep('gold', new TextEncoder().encode('{"a":2}'), new Date())
  await assert.rejects(archive.read({ ...kept, file: other.file }), OperatorError)
  writeFileSync(join(folder, kept.file), 'rubbish')
  await assert.rejects(archive.read(kept), /damaged/)
  rmSync(join(folder, kept.file))
  await assert.rejects(archive.read(kept), /missing/)
})
