import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Column, chartOf, kindsOf } from './ofRows.ts'

const words = {
  candles: ['O', 'H', 'L', 'C', 'V', 'lots'],
  units: { shares: 'shares', twd: 'TWD', points: 'points', percent: '%' },
} as const

const column = (name: string, kind: Column['kind'], unit: string | null = null): Column => ({
  name,
  label: name,
  unit,
  kind,
})
const id = column('stock_id', 'text')
const date = column('trade_date', 'date')
const close = column('close', 'decimal', 'TWD')

test('values of one security over time are a line, oldest first, with a break where a value is unknown', () => {
  const chart = chartOf(
    [id, date, close],
    [
      { stock_id: '2330', trade_date: '2026-11-13', close: '12.5000' },
      { stock_id: '2330', trade_date: '2026-11-12', close: null },
      { stock_id: '2330', trade_date: '2026-11-11', close: '11.0000' },
    ],
    words,
  )
  assert.ok(chart.kind === 'figure' && chart.spec.kind === 'series')
  assert.deepEqual(chart.spec.points, ['2026-11-11', '2026-11-12', '2026-11-13'])
  assert.deepEqual(chart.spec.series[0].values, [11, null, 12.5])
  assert.equal(chart.spec.series[0].form, 'line')
  assert.equal(chart.spec.series[0].unit, 'TWD')
})

test('prices with open, high, low and close are candles, and a chosen column is a chart of its own', () => {
  const columns = [
    id,
    date,
    ...['open', 'high', 'low', 'close'].map((name) => column(name, 'decimal')),
    column('volume', 'integer', 'shares'),
  ]
  const rows = ['2026-11-13', '2026-11-12'].map((day) => ({
    ...{
      stock_id: '2330',
      trade_date: day,
      open: '1.0000',
      high: '3.0000',
      low: '1.0000',
      close: '2.0000',
      volume: 2_000,
    },
  }))
  const chart = chartOf(columns, rows, words)
  assert.ok(chart.kind === 'figure' && chart.spec.kind === 'candles')
  assert.deepEqual(chart.spec.bars[0], ['2026-11-12', 1, 3, 1, 2, 2_000])
  const volume = chartOf(columns, rows, words, 'volume')
  assert.ok(volume.kind === 'figure' && volume.spec.kind === 'series')
  assert.equal(volume.spec.series[0].form, 'bars')
})

test('two securities are two lines; more are too many, and say so', () => {
  const rows = (ids: readonly string[]) =>
    ids.flatMap((stock_id) =>
      ['2026-11-12', '2026-11-13'].map((trade_date) => ({ stock_id, trade_date, close: '1.0000' })),
    )
  const two = chartOf([id, date, close], rows(['2330', '2317']), words)
  assert.ok(two.kind === 'figure' && two.spec.kind === 'series')
  assert.deepEqual(
    two.spec.series.map(({ label }) => label),
    ['2330', '2317'],
  )
  assert.equal(chartOf([id, date, close], rows(['2330', '2317', '0050']), words).kind, 'many')
})

test('named things of one day are bars in the order of the rows; of many, the largest', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      stock_id: String(1_000 + i),
      trade_date: '2026-11-13',
      close: `${i + 1}.0000`,
    }))
  const few = chartOf([id, date, close], rows(3), words)
  assert.ok(few.kind === 'ranked')
  assert.deepEqual(
    few.bars.map(({ value }) => value),
    [1, 2, 3],
  )
  const many = chartOf([id, date, close], rows(30), words)
  assert.ok(many.kind === 'ranked')
  assert.deepEqual([many.bars.length, many.total, many.bars[0]!.value], [20, 30, 30])
})

test('rows without numbers, or a single row, have no chart', () => {
  assert.equal(
    chartOf(
      [id, date],
      [
        { stock_id: '1', trade_date: '2026-11-13' },
        { stock_id: '2', trade_date: '2026-11-13' },
      ],
      words,
    ).kind,
    'none',
  )
  assert.equal(
    chartOf([id, date, close], [{ stock_id: '1', trade_date: '2026-11-13', close: '1.0000' }], words).kind,
    'none',
  )
})

test('the kind of a column is read from its values: a code of digits is text, a decimal has a point', () => {
  const rows = [
    { code: '2330', close: '1.50', count: 3, day: '2026-11-13', empty: null },
    { code: '0050', close: null, count: 4, day: '2026-11-12', empty: null },
  ]
  assert.deepEqual(
    ['code', 'close', 'count', 'day', 'empty'].map((name) => kindsOf(rows, name)),
    ['text', 'decimal', 'integer', 'date', 'text'],
  )
})
