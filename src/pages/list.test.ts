import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sealJson } from '../disk.ts'
import { formatVersion } from './format.ts'
import { listPath, readPages } from './list.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-list-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('a list of pages of which any bit has changed, or that is cut, is none', () => {
  assert.equal(readPages(folder), null)
  const list = {
    format: formatVersion,
    manifest: { version: 'f00' },
    datasets: { GoldPrice: [{ groups: [{ id: '金', rows: 7 }] }] },
    known: {},
  }
  writeFileSync(listPath(folder), sealJson(list))
  assert.deepEqual(readPages(folder), { folder, list })
  const whole = readFileSync(listPath(folder))
  // A bit of every byte, and over the bytes every bit of one.
  for (let bit = 0; bit < whole.length * 8; bit += 7) {
    const damaged = Buffer.from(whole)
    damaged[bit >> 3]! ^= 1 << (bit & 7)
    writeFileSync(listPath(folder), damaged)
    assert.equal(readPages(folder), null, `bit ${bit}`)
  }
  for (let length = 0; length < whole.length; length++) {
    writeFileSync(listPath(folder), whole.subarray(0, length))
    assert.equal(readPages(folder), null, `${length} bytes`)
  }
})
