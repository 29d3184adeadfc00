import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { modelFiles } from '../guess.ts'
import { begin } from '../pieces.ts'
import { loadModel } from './model.ts'

test('a beam goes on from its parent beside others as it does alone', () => {
  for (const file of modelFiles()) {
    const { read, step } = loadModel(readFileSync(file))
    const given = [11, 5, 60, 9]
    const ways = [
      [begin, 40, 71, 9],
      [begin, 40, 52, 33],
      [begin, 87, 52, 9],
    ]
    const alone = ways.map((words) => {
      read(given)
      return words.map((word) => step([0], [word])[0]!).at(-1)!
    })
    read(given)
    step([0], [begin])
    step([0, 0], [40, 87])
    // The second beam of the last step becomes the first, and the first one two.
    step([1, 0, 0], [52, 71, 52])
    const beside = step([1, 2, 0], [9, 33, 9])
    for (const [n, row] of alone.entries()) {
      const sum = row.reduce((total, log) => total + Math.exp(log), 0)
      assert.ok(Math.abs(sum - 1) < 1e-3, `${sum}`)
      for (const [word, log] of row.entries()) assert.ok(Math.abs(log - beside[n]![word]!) < 0.02, `${n}: ${word}`)
    }
  }
})
