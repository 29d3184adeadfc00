import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pauseAfter } from './usageWriter.ts'

test('counts of few keys are written every second, of many keys less often, and never more than ten seconds late', () => {
  assert.equal(pauseAfter(0), 1_000)
  assert.equal(pauseAfter(150), 1_000)
  assert.equal(pauseAfter(750), 5_000)
  assert.equal(pauseAfter(1_000_000), 10_000)
})
