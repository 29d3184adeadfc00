import assert from 'node:assert/strict'
import { test } from 'node:test'
import { relationOf } from './relation.ts'

const rows = [
  ['2330', '1095.00'],
  ['2317', null],
]
const answer = { columns: ['stock_id', 'close'], rows }

test('answers are the same in another order and with numbers in another form', () => {
  const other = {
    columns: ['close', 'stock_id'],
    rows: [
      [null, '2317'],
      [1095.0000000001, '2330'],
    ],
  }
  assert.equal(relationOf(answer, other), 'same')
})

test('an answer may tell more or fewer columns of the same rows', () => {
  const more = { columns: ['stock_id', 'close', 'volume'], rows: rows.map((row) => [...row, 5n]) }
  assert.equal(relationOf(answer, more), 'more columns')
  assert.equal(relationOf(more, answer), 'fewer columns')
})

test('an answer may have part of the rows of another', () => {
  const part = { ...answer, rows: [rows[0]!] }
  assert.equal(relationOf(answer, part), 'fewer rows')
  assert.equal(relationOf(part, answer), 'more rows')
  assert.equal(relationOf(answer, { ...answer, rows: [] }), 'different')
})

test('answers with other values, or other rows, are different', () => {
  assert.equal(relationOf(answer, { columns: ['stock_id', 'open'], rows: [rows[0]!, ['2317', 3]] }), 'different')
  assert.equal(relationOf(answer, { ...answer, rows: [rows[0]!, ['02317', null]] }), 'different')
  assert.equal(relationOf(answer, { ...answer, rows: [['2454', 3]] }), 'different')
})
