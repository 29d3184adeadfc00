import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCalendar, NoSuchDate } from './calendar.ts'
import type { Window } from './representation.ts'

/** Two weeks of trading days with a holiday on Wednesday the 11th. */
const days = [
  '2026-10-30',
  '2026-11-02',
  '2026-11-03',
  '2026-11-04',
  '2026-11-05',
  '2026-11-06',
  '2026-11-09',
  '2026-11-10',
  '2026-11-12',
  '2026-11-13',
]
const months = ['2026-07-01', '2026-08-01', '2026-09-01', '2026-10-01']
const quarters = ['2025-06-30', '2025-09-30', '2025-12-31', '2026-03-31', '2026-06-30']
const calendar = createCalendar((name) => {
  if (name === 'TaiwanStockMonthRevenue') return months
  if (name === 'TaiwanStockFinancialStatement') return quarters
  return name === 'TaiwanStockDividend' ? ['2026-12-24'] : days
})
const price = 'TaiwanStockPrice'

test('a window of a daily dataset becomes the dates the conventions say', () => {
  for (const [window, from, to] of [
    [{ kind: 'latest' }, '2026-11-13', '2026-11-13'],
    [{ kind: 'back', n: 1 }, '2026-11-12', '2026-11-12'],
    [{ kind: 'back', n: 2 }, '2026-11-10', '2026-11-10'],
    [{ kind: 'last', n: 3, unit: 'trading_day' }, '2026-11-10', '2026-11-13'],
    [{ kind: 'before', n: 2, unit: 'trading_day' }, '2026-11-10', '2026-11-12'],
    [{ kind: 'last', n: 1, unit: 'week' }, '2026-11-07', '2026-11-13'],
    [{ kind: 'last', n: 1, unit: 'month' }, '2026-10-14', '2026-11-13'],
    [{ kind: 'this', unit: 'week' }, '2026-11-09', '2026-11-13'],
    [{ kind: 'this', unit: 'year' }, '2026-01-01', '2026-11-13'],
    [{ kind: 'previous', unit: 'week' }, '2026-11-02', '2026-11-08'],
    [{ kind: 'previous', unit: 'month' }, '2026-10-01', '2026-10-31'],
    [{ kind: 'calendar', year: 2025, quarter: 3 }, '2025-07-01', '2025-09-30'],
    [{ kind: 'next', n: 12, unit: 'month' }, '2026-11-14', '2027-11-13'],
    [
      {
        kind: 'span',
        from: { kind: 'calendar', year: 2026, quarter: 1 },
        to: { kind: 'calendar', year: 2026, quarter: 2 },
      },
      '2026-01-01',
      '2026-06-30',
    ],
    [{ kind: 'span', from: { kind: 'previous', unit: 'month' } }, '2026-10-01', null],
    [{ kind: 'upcoming' }, '2026-11-14', null],
  ] as const satisfies [Window, string, string | null][])
    assert.deepEqual(calendar.range(window, price), { from, to }, JSON.stringify(window))
})

test('months and quarters count rows where a dataset has one each', () => {
  assert.deepEqual(calendar.range({ kind: 'last', n: 3, unit: 'month' }, 'TaiwanStockMonthRevenue'), {
    from: '2026-08-01',
    to: '2026-10-01',
  })
  assert.deepEqual(calendar.range({ kind: 'last', n: 1, unit: 'year' }, 'TaiwanStockFinancialStatement'), {
    from: '2025-09-30',
    to: '2026-06-30',
  })
  assert.deepEqual(calendar.range({ kind: 'newest', quarter: 3 }, 'TaiwanStockFinancialStatement'), {
    from: '2025-07-01',
    to: '2025-09-30',
  })
})

test('what is announced ahead is seen from the newest trading day, and its period is whole', () => {
  assert.equal(calendar.newest('TaiwanStockDividend'), '2026-11-13')
  assert.deepEqual(calendar.range({ kind: 'this', unit: 'month' }, 'TaiwanStockDividend'), {
    from: '2026-11-01',
    to: '2026-11-30',
  })
})

test('a month of what is announced ahead is the nearest one that may be announced', () => {
  for (const [dataset, month, today, from] of [
    ['TaiwanStockDividend', 12, '2026-11-13', '2026-12-01'],
    ['TaiwanStockDividend', 12, '2027-01-05', '2026-12-01'],
    ['TaiwanStockDividend', 1, '2026-12-20', '2027-01-01'],
    ['TaiwanStockDividend', 7, '2026-11-13', '2026-07-01'],
    ['TaiwanStockDividend', 11, '2026-11-13', '2026-11-01'],
    ['TaiwanStockDisposition', 1, '2026-11-13', '2026-01-01'],
    ['TaiwanStockDisposition', 12, '2026-11-13', '2026-12-01'],
    ['TaiwanCBOverview', 9, '2026-11-13', '2027-09-01'],
  ] as const)
    assert.equal(calendar.range({ kind: 'newest', month }, dataset, today).from, from, `${dataset} ${month} ${today}`)
})

test('a change starts from the last date before its window', () => {
  for (const [window, base] of [
    [{ kind: 'back', n: 1 }, '2026-11-12'],
    [{ kind: 'last', n: 5, unit: 'trading_day' }, '2026-11-05'],
    [{ kind: 'this', unit: 'week' }, '2026-11-06'],
    [{ kind: 'this', unit: 'month' }, '2026-10-30'],
    [{ kind: 'last', n: 1, unit: 'week' }, '2026-11-06'],
    // A date that is named is where it starts; one without rows stands for the last one before it.
    [{ kind: 'on', date: '2026-11-06' }, '2026-11-06'],
    [{ kind: 'between', from: '2026-11-06', to: null }, '2026-11-06'],
    [{ kind: 'span', from: { kind: 'calendar', year: 2026, month: 11 } }, '2026-10-30'],
    [{ kind: 'span', from: { kind: 'on', date: '2026-11-06' } }, '2026-11-06'],
    [{ kind: 'on', date: '2026-11-08' }, '2026-11-06'],
  ] as const satisfies [Window, string][])
    assert.equal(calendar.base(window, price), base, JSON.stringify(window))
  assert.equal(calendar.base({ kind: 'last', n: 1, unit: 'year' }, 'TaiwanStockFinancialStatement'), '2025-06-30')
})

test('a period is over when no more rows of it can come', () => {
  for (const [unit, dataset, today, last] of [
    ['year', price, '2026-11-13', '2025-12-31'],
    ['month', price, '2026-10-30', '2026-10-31'],
    ['week', price, '2026-11-12', '2026-11-08'],
    ['week', price, '2026-11-13', '2026-11-15'],
    ['year', 'TaiwanStockMonthRevenue', '2026-12-01', '2026-12-31'],
    ['quarter', 'TaiwanStockMonthRevenue', '2026-10-01', '2026-09-30'],
    ['year', 'TaiwanStockFinancialStatement', '2025-12-31', '2025-12-31'],
    ['year', 'TaiwanStockFinancialStatement', '2026-09-30', '2025-12-31'],
  ] as const)
    assert.equal(calendar.ended(unit, dataset, today), last, `${unit} of ${dataset} on ${today}`)
})

test('a time before the data, or without a trading day, is told', () => {
  assert.throws(() => calendar.range({ kind: 'back', n: 10 }, price), NoSuchDate)
  assert.throws(() => calendar.base({ kind: 'last', n: 1, unit: 'year' }, price), NoSuchDate)
  assert.throws(() => calendar.instant({ kind: 'on', date: '2026-11-11' }, price), NoSuchDate)
})
