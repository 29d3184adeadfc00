import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { archived } from '../../test/support/zipped.ts'
import { Unexpected } from './outcome.ts'
import { unzipped } from './zip.ts'

const bytesOf = (files: readonly Uint8Array[]) => files.map((file) => [...file])

test('the files of an archive come back as they were', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 5 }), (files) =>
      assert.deepEqual(bytesOf(unzipped(archived(files))), bytesOf(files)),
    ),
  )
})

test('an archive that is cut or damaged is blocked, wherever that is', () => {
  const archive = archived([new TextEncoder().encode('month,value\n'.repeat(40)), new Uint8Array([1, 2, 3])])
  for (let size = 0; size < archive.length; size++)
    assert.throws(
      () => unzipped(archive.subarray(0, size)),
      (error) => error instanceof Unexpected && error.outcome.kind === 'blocked',
    )
  const damaged = Uint8Array.from(archive)
  damaged[40]! ^= 0xff
  assert.throws(() => unzipped(damaged), Unexpected)
})

const hasZip = (() => {
  try {
    execFileSync('zip', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

test('archives of another program are read', { skip: hasZip ? false : 'no zip program here' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'formosa-zip-'))
  try {
    for (const [name, text] of Object.entries({ 'a.csv': 'x,y\n'.repeat(500), 'b.csv': '1' }))
      writeFileSync(join(folder, name), text)
    execFileSync('zip', ['-q', 'files.zip', 'a.csv', 'b.csv'], { cwd: folder })
    const files = unzipped(readFileSync(join(folder, 'files.zip')))
    assert.deepEqual(
      files.map((file) => new TextDecoder().decode(file).length),
      [2000, 1],
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})
