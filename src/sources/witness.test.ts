import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { disagreements } from './witness.ts'

const plain = { nearest: {}, atLeast: [] }

test('a witness that agrees reports nothing, and a different value is named', () => {
  const stored = { stock_id: '1111', close: 801_000, volume: 5000, note: null }
  assert.deepEqual(disagreements(plain, { stock_id: '1111', close: 801_000, note: null }, stored), [])
  assert.deepEqual(disagreements(plain, { close: 801_500 }, stored), ['close is 801000, told 801500'])
})

test('a value on one side only is a disagreement', () => {
  assert.deepEqual(disagreements(plain, { close: 1 }, {}), ['close is null, told 1'])
  assert.deepEqual(disagreements(plain, { close: null }, { close: 1 }), ['close is 1, told null'])
})

test('a rounded witness agrees exactly with values that round to its own', () =>
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 1, max: 10_000 }), (value, unit) => {
      const published = Math.round(value / unit) * unit
      const rounded = { nearest: { value: unit }, atLeast: [] }
      assert.deepEqual(disagreements(rounded, { value: published }, { value }), [])
      assert.equal(disagreements(rounded, { value: published }, { value: published + unit }).length, 1)
    }),
  ))

test('a partial witness allows larger stored values, not smaller ones', () => {
  const part = { nearest: {}, atLeast: ['volume'] }
  assert.deepEqual(disagreements(part, { volume: 10 }, { volume: 11 }), [])
  assert.deepEqual(disagreements(part, { volume: 10 }, { volume: 9 }), ['volume is 9, told 10'])
})
