import assert from 'node:assert/strict'
import { test } from 'node:test'
import { haveSameRows } from './sameRows.ts'

const rows = [
  ['2330', '1095.00'],
  ['2317', null],
]
const answer = { columns: ['stock_id', 'close'], rows }

test('answers are the same though one tells more, in another order, or numbers in another form', () => {
  const more = {
    columns: ['close', 'stock_id', 'volume'],
    rows: [
      [null, '2317', 5n],
      [1095.0000000001, '2330', 7n],
    ],
  }
  assert.ok(haveSameRows(answer, more))
  assert.ok(haveSameRows(more, answer))
})

test('answers with other values, or with another number of rows, are not', () => {
  assert.ok(!haveSameRows(answer, { columns: ['stock_id', 'close'], rows: [rows[0]!] }))
  assert.ok(!haveSameRows(answer, { columns: ['stock_id', 'open'], rows: [rows[0]!, ['2317', 3]] }))
  assert.ok(!haveSameRows(answer, { columns: ['stock_id', 'close'], rows: [rows[0]!, ['02317', null]] }))
})
