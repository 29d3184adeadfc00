import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellsOf, type Gap, nextDay } from './completeness.ts'

const gap = (start: string, end: string, reason: string, id: string | null = null): Gap => ({
  ...{ stock_id: id, market: null, start_date: start, end_date: end, dates: 1, reason, detail: `${reason} then` },
})
const held = { first: '2026-01-05', last: '2026-11-13' }
const daily = { every: 'trading_day', each: 'security' } as const

const stateOf = (cells: ReturnType<typeof cellsOf>, day: string) => cells.find((cell) => cell.day === day)

test('a day is complete, closed, missing, or has nothing expected of it', () => {
  const gaps = [
    gap('2026-01-10', '2026-01-11', 'closed'),
    gap('2026-02-16', '2026-02-19', 'closed'),
    gap('2026-03-03', '2026-03-03', 'not_loaded'),
  ]
  const cells = cellsOf(daily, 2026, held, gaps, false)
  assert.equal(cells.length, 365)
  for (const [day, state] of [
    ['2026-01-02', 'none'],
    ['2026-01-05', 'complete'],
    ['2026-01-10', 'none'],
    ['2026-02-17', 'closed'],
    ['2026-03-03', 'missing'],
    ['2026-11-13', 'complete'],
    ['2026-11-16', 'none'],
  ] as const)
    assert.equal(stateOf(cells, day)?.state, state, day)
  assert.equal(stateOf(cells, '2026-03-03')?.detail, 'not_loaded then')
  assert.deepEqual(
    cells.filter(({ isNewest }) => isNewest).map(({ day }) => day),
    ['2026-11-13'],
  )
})

test('a security that did not trade leaves the day of the others complete, and its own missing', () => {
  const gaps = [
    gap('2026-03-03', '2026-03-04', 'halted', '2330'),
    gap('2026-04-01', '2026-11-13', 'not_listed', '2330'),
  ]
  assert.equal(stateOf(cellsOf(daily, 2026, held, gaps, false), '2026-03-03')?.state, 'complete')
  const own = cellsOf(daily, 2026, held, gaps, true)
  assert.equal(stateOf(own, '2026-03-03')?.state, 'missing')
  assert.equal(stateOf(own, '2026-04-01')?.state, 'closed')
})

test('weeks, months and quarters are one cell each', () => {
  const cells = (every: 'week' | 'month' | 'quarter') => cellsOf({ every, each: 'stock' }, 2026, held, [], false)
  assert.equal(cells('week')[0]?.day, '2026-01-05')
  assert.equal(cells('month').length, 12)
  assert.deepEqual(
    cells('quarter').map(({ day, state, isNewest }) => [day, state, isNewest]),
    [
      ['2026-01-01', 'complete', false],
      ['2026-04-01', 'complete', false],
      ['2026-07-01', 'complete', false],
      ['2026-10-01', 'complete', true],
    ],
  )
  const revenue = cellsOf(
    { every: 'month', each: 'stock', due: 14 },
    2026,
    { first: '2019-01-01', last: '2026-10-01' },
    [],
    false,
  )
  assert.deepEqual([revenue[9]?.isNewest, revenue[10]?.state], [true, 'none'])
})

test('the next update follows the trading days, the weekdays abroad, and the days until a report is published', () => {
  const days = ['2026-11-13', '2026-11-16', '2026-11-17']
  for (const [complete, last, expected] of [
    [daily, '2026-11-13', '2026-11-16'],
    [daily, '2026-11-16', '2026-11-17'],
    [null, '2019-01-04', '2026-11-17'],
    [{ every: 'weekday', each: 'id' }, '2026-11-12', '2026-11-16'],
    [{ every: 'week', each: 'stock', due: 2 }, '2026-11-13', '2026-11-24'],
    [{ every: 'month', each: 'stock', due: 14 }, '2026-10-01', '2026-12-14'],
    [{ every: 'month', each: 'stock', due: 60 }, '2026-12-01', '2027-04-01'],
    [{ every: 'month', each: 'security' }, '2026-11-01', '2026-11-17'],
    [{ every: 'quarter', each: 'stock' }, '2026-06-30', '2026-11-17'],
    [{ every: 'quarter', each: 'stock' }, '2026-09-30', '2027-04-03'],
    [{ every: 'quarter', each: 'stock' }, '2026-12-31', '2027-05-18'],
  ] as const)
    assert.equal(nextDay(complete, last, '2026-11-16', days), expected, `${JSON.stringify(complete)} ${last}`)
  assert.equal(nextDay(daily, '2026-11-17', '2026-11-17', days), null)
})
