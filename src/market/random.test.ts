import assert from 'node:assert/strict'
import { test } from 'node:test'
import { between, Draws, heavy, normal, uniform } from './random.ts'

test('the draws of one purpose are the numbers that the same arguments give one by one', () => {
  for (let n = 0; n < 300; n++) {
    const [seed, a, b] = [between(0, 2 ** 31, 1, n), between(0, 2 ** 32 - 1, 2, n), between(0, 3_000, 3, n)]
    const draws = new Draws(seed, a, b)
    for (const c of [0, 1, n, 2_920, 2 ** 31]) {
      assert.equal(draws.uniform(c), uniform(seed, a, b, c))
      assert.equal(draws.normal(c), normal(seed, a, b, c))
      assert.equal(draws.heavy(c), heavy(seed, a, b, c))
    }
  }
})
