import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { begin, end } from '../pieces.ts'
import { loadModel } from './model.ts'

test('a text is explained as probably as it is said word by word', () => {
  const { read, step, explain } = loadModel(readFileSync(join(import.meta.dirname, 'reverse.bin')))
  for (const said of [[], [7], Array.from({ length: 23 }, (_, n) => 40 + n * 31)]) {
    const given = [11, 5, 60, 9]
    read(given)
    const wanted = [...said, end].map((word, n) => step([0], [n === 0 ? begin : said[n - 1]!])[0]![word]!)
    const logs = explain(given, said)
    assert.equal(logs.length, wanted.length)
    for (const [n, log] of logs.entries()) assert.ok(Math.abs(log - wanted[n]!) < 0.02, `${n}: ${log}, ${wanted[n]}`)
  }
})
