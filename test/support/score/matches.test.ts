import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Gold, readGold } from './gold.ts'
import { matches, type Table } from './matches.ts'

const plain: Gold = { sql: '', order: null, limit: null, stocks: false }
const table = (columns: string[], ...rows: unknown[][]): Table => ({ columns, rows })

const right = table(['stock_id', 'close'], ['2330', '1430.0000'], ['2317', '207.5000'])

test('columns are paired by what they hold, in any order and beside others', () => {
  assert.ok(matches(plain, right, table(['name', 'c', 'id'], ['x', 207.5, '2317'], ['y', 1430, '2330'])))
  assert.ok(!matches(plain, right, table(['c', 'id'], [207.5, '2330'], [1430, '2317'])))
})

test('a row too many or too few is another answer', () => {
  assert.ok(!matches(plain, right, table(['id', 'c'], ['2330', 1430])))
  assert.ok(!matches(plain, right, table(['id', 'c'], ['2330', 1430], ['2317', 207.5], ['2454', 1])))
})

test('one column cannot stand for two', () => {
  const twice = table(['open', 'close'], [5, 5], [6, 6])
  assert.ok(!matches(plain, twice, table(['a', 'b'], [5, 1], [6, 2])))
  assert.ok(matches(plain, twice, table(['a', 'b'], [5, 5], [6, 6])))
})

test('a percentage may come as a fraction, the whole column alike', () => {
  const gold = table(['id', 'return_pct'], ['a', 12.5], ['b', -3])
  assert.ok(matches(plain, gold, table(['id', 'r'], ['a', 0.125], ['b', -0.03])))
  assert.ok(!matches(plain, gold, table(['id', 'r'], ['a', 0.125], ['b', -3])))
})

test('a balance of margin loans is no percentage', () => {
  const gold = table(['id', 'margin_purchase_balance'], ['a', 1200], ['b', 300])
  assert.ok(matches(plain, gold, table(['id', 'v'], ['a', 1200], ['b', 300])))
  assert.ok(!matches(plain, gold, table(['id', 'v'], ['a', 12], ['b', 3])))
})

test('small percentages find the factor that fits the whole column', () => {
  const gold = table(['id', 'return_pct'], ['a', 0.004], ['b', 0.0004])
  assert.ok(matches(plain, gold, table(['id', 'r'], ['a', 0.00004], ['b', 0.000004])))
  const apart = table(['id', 'return_pct'], ['a', 0.4], ['b', 0.004])
  assert.ok(matches(plain, apart, table(['id', 'r'], ['a', 0.004], ['b', 0.00004])))
})

test('order counts only where it is asked for, and ties may be exchanged', () => {
  const gold = { ...plain, order: { column: 'v', descending: true }, limit: 2 }
  const all = table(['id', 'v'], ['a', 3], ['b', 2], ['c', 2], ['d', 1])
  assert.ok(matches(gold, all, table(['id', 'v'], ['a', 3], ['c', 2])))
  assert.ok(matches(gold, all, table(['id', 'v'], ['a', 3], ['b', 2])))
  assert.ok(!matches(gold, all, table(['id', 'v'], ['b', 2], ['c', 2])))
  assert.ok(!matches(gold, all, table(['id', 'v'], ['b', 2], ['a', 3])))
})

test('an answer always matches itself with its rows and columns shuffled', () => {
  const row = fc.tuple(
    fc.integer({ min: 0, max: 5 }),
    fc.constantFrom('a', 'b', null),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  )
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), (rows) => {
      const gold = table(['n', 'name', 'x'], ...rows)
      const turned = rows.toReversed().map(([n, name, x]) => [x, 'other', n, name])
      assert.ok(matches(plain, gold, table(['x', 'y', 'n', 'name'], ...turned)))
    }),
  )
})

test('a file of golds is read with its orders, limits and second readings', () => {
  const golds = readGold(
    '-- a note\n-- Q1 order v desc limit 3 stocks\nSELECT 1\n\n-- Q2\nSELECT 2\n-- Q2 or\nSELECT\n  3\n',
  )
  assert.deepEqual(golds.get('Q1'), [
    { sql: 'SELECT 1', order: { column: 'v', descending: true }, limit: 3, stocks: true },
  ])
  assert.deepEqual(
    golds.get('Q2')?.map(({ sql }) => sql),
    ['SELECT 2', 'SELECT\n  3'],
  )
})

test('a head line that cannot be read is an error, whatever letter its id begins with', () => {
  assert.throws(() => readGold('-- D1 order close\nSELECT 1\n'), /cannot read/)
  assert.throws(() => readGold('-- Q1\nSELECT 1\n-- Q2 limit ten\nSELECT 2\n'), /cannot read/)
  assert.throws(() => readGold('-- Q1 limit 3\nSELECT 1\n'), /without an order/)
})
