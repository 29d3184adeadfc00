import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/support/runs.ts'
import { addDays, dayOf, weekdayOf } from '../../days.ts'
import type { Feed } from '../../sources/feed.ts'
import { feeds } from '../../sources/index.ts'
import { backfillOf } from './backfill.ts'
import { dueTasksOf, pieces } from './due.ts'
import { calendarOf } from './tradingDays.ts'

const feed = (dataset: string, publisher: string, endpoint: string): Feed => {
  const found = feeds.find(
    (one) => one.dataset.name === dataset && one.publisher.id === publisher && one.endpoint === endpoint,
  )
  assert.ok(found, `${dataset} ${publisher} ${endpoint}`)
  return found
}

const holidays = ['2026-09-25', '2026-10-09']
const days: number[] = []
for (let day = dayOf('2026-01-02'); day <= dayOf('2026-12-31'); day++)
  if (weekdayOf(day) <= 5 && !holidays.map(dayOf).includes(day)) days.push(day)
const calendar = calendarOf(days.map((day) => ({ day, isScheduled: day > dayOf('2026-11-12'), note: null })))

const due = (one: Feed, now: string, newest: string | null = null, ids: readonly string[] = []) =>
  dueTasksOf(one, { now: new Date(now), calendar, ids: () => ids, newest: () => newest }).map(
    ({ task: { from, to, id }, since }) =>
      `${from}${from === to ? '' : `..${to}`}${id === null ? '' : ` ${id}`} since ${since.slice(0, 16)}Z`,
  )

const prices = feed('TaiwanStockPrice', 'twse', 'MI_INDEX')

test('a trading day is due at its hour, and the two before it are read again then', () => {
  assert.deepEqual(due(prices, '2026-11-12T17:29:00+08:00'), [
    '2026-11-11 since 2026-11-11T09:30Z',
    '2026-11-10 since 2026-11-11T09:30Z',
    '2026-11-09 since 2026-11-11T09:30Z',
  ])
  assert.deepEqual(due(prices, '2026-11-12T17:30:00+08:00'), [
    '2026-11-12 since 2026-11-12T09:30Z',
    '2026-11-11 since 2026-11-12T09:30Z',
    '2026-11-10 since 2026-11-12T09:30Z',
  ])
})

test('days missed during a stop are due, back to the day before the last one with a response', () => {
  assert.equal(due(prices, '2026-11-12T20:00:00+08:00', '2026-10-07').length, 27)
  assert.equal(due(prices, '2026-11-12T20:00:00+08:00', '2025-10-07').length, 42)
})

test('a range asks for the same days at once, a list of events for the last weeks', () => {
  assert.deepEqual(due(feed('TaiwanFuturesDaily', 'taifex', 'futDataDown'), '2026-10-12T20:00:00+08:00'), [
    '2026-10-07..2026-10-12 since 2026-10-12T08:30Z',
  ])
  assert.deepEqual(due(feed('TaiwanStockDividendResult', 'twse', 'TWT49U'), '2026-10-12T20:00:00+08:00'), [
    '2026-09-13..2026-10-12 since 2026-10-12T10:00Z',
  ])
})

test('months and years are read as far as the last three days reach into them', () => {
  const month = feed('TaiwanStockTradingDate', 'twse', 'FMTQIK')
  assert.deepEqual(due(month, '2026-11-03T20:00:00+08:00'), [
    '2026-11-01..2026-11-30 since 2026-11-03T07:30Z',
    '2026-10-01..2026-10-31 since 2026-11-03T07:30Z',
  ])
  assert.deepEqual(due(month, '2026-11-05T20:00:00+08:00').length, 1)
  const year = feed('TaiwanStockTradingDate', 'twse', 'holidaySchedule')
  assert.deepEqual(
    due(year, '2026-12-14T20:00:00+08:00').map((line) => line.slice(0, 4)),
    ['2027', '2026'],
  )
})

test('a file that is always the newest is expected to be about the newest trading day', () => {
  const latest = feed('TaiwanStockPrice', 'twseOpenApi', 'STOCK_DAY_ALL')
  assert.deepEqual(due(latest, '2026-10-12T10:00:00+08:00'), ['2026-10-08 since 2026-10-08T09:30Z'])
})

test('the file of a week is due on its Saturday, and is about its last trading day', () => {
  const week = feed('TaiwanStockHoldingSharesPer', 'tdcc', 'getOD-1-5')
  assert.deepEqual(due(week, '2026-10-10T10:00:00+08:00'), ['2026-10-08 since 2026-10-10T02:00Z'])
  assert.deepEqual(due(week, '2026-10-10T09:00:00+08:00'), ['2026-10-02 since 2026-10-03T02:00Z'])
})

test('revenues and statements are asked for from the end of their period until their deadline has passed', () => {
  const revenue = feed('TaiwanStockMonthRevenue', 'mops', 't21sc03_sii_0')
  assert.deepEqual(due(revenue, '2026-11-05T22:00:00+08:00'), ['2026-10-01..2026-10-31 since 2026-11-05T13:00Z'])
  assert.deepEqual(due(revenue, '2026-11-25T22:00:00+08:00'), ['2026-10-01..2026-10-31 since 2026-11-20T13:00Z'])
  const income = feed('TaiwanStockFinancialStatement', 'mops', 't163sb04_sii')
  assert.deepEqual(
    due(income, '2026-11-12T23:00:00+08:00').map((line) => line.slice(0, 22)),
    ['2026-07-01..2026-09-30'],
  )
  assert.deepEqual(
    due(income, '2026-10-02T23:00:00+08:00').map((line) => line.slice(0, 22)),
    ['2026-07-01..2026-09-30', '2026-04-01..2026-06-30'],
  )
})

test('figures of a month are expected in the month after, and looked at again each week', () => {
  const money = feed('CurrencyCirculation', 'cbc', 'EF15M01')
  assert.deepEqual(due(money, '2026-11-25T22:00:00+08:00'), ['2026-09-01..2026-09-30 since 2026-11-22T12:00Z'])
  assert.deepEqual(due(money, '2026-11-26T22:00:00+08:00'), ['2026-10-01..2026-10-31 since 2026-11-26T12:00Z'])
})

test('a feed by id is due for each id', () => {
  const chart = feed('USStockPrice', 'yahoo', 'chart')
  assert.deepEqual(due(chart, '2026-11-12T09:00:00+08:00', null, ['TSM', '^SOX']), [
    '2026-10-29..2026-11-11 TSM since 2026-11-12T00:00Z',
    '2026-10-29..2026-11-11 ^SOX since 2026-11-12T00:00Z',
  ])
})

test('every feed is due for something at any time, and never for the future of a trading day', () => {
  const moment = fc.date({ min: new Date('2026-01-20'), max: new Date('2026-11-12T12:00:00Z'), noInvalidDate: true })
  fc.assert(
    fc.property(moment, fc.nat(feeds.length - 1), (now, at) => {
      const one = feeds[at]!
      const found = dueTasksOf(one, { now, calendar, ids: () => ['TSM'], newest: () => null })
      for (const { task, since } of found) {
        assert.ok(task.from <= task.to)
        assert.ok(since <= now.toISOString())
        if (one.longest !== undefined) assert.ok(dayOf(task.to) - dayOf(task.from) < one.longest)
      }
      assert.ok(found.length > 0 || one.span === 'quarter' || one.span === 'month')
    }),
    runs(500),
  )
})

test('a back-fill asks for each trading day, each piece of a range and each period once', () => {
  const range = { from: '2026-09-21', to: '2026-10-12' }
  const terms = { calendar, ids: () => ['TSM', 'UMC'] }
  const of = (one: Feed) => backfillOf([one], range, terms).tasks.map(({ from, to }) => `${from}..${to}`)
  assert.equal(of(prices).length, 14)
  assert.deepEqual(of(feed('TaiwanOptionDaily', 'taifex', 'optDataDown')), [
    '2026-10-06..2026-10-12',
    '2026-09-29..2026-10-05',
    '2026-09-22..2026-09-28',
    '2026-09-21..2026-09-21',
  ])
  assert.deepEqual(of(feed('TaiwanStockTradingDate', 'twse', 'FMTQIK')), [
    '2026-10-01..2026-10-31',
    '2026-09-01..2026-09-30',
  ])
  assert.equal(of(feed('USStockPrice', 'yahoo', 'chart')).length, 2)
  assert.deepEqual(backfillOf([feed('TaiwanStockPrice', 'twseOpenApi', 'STOCK_DAY_ALL')], range, terms), {
    tasks: [],
    newestOnly: ['TaiwanStockPrice'],
  })
})

test('the pieces of a range cover it without gap or overlap', () => {
  const day = fc.integer({ min: 0, max: 20_000 }).map((at) => addDays('1990-01-01', at))
  fc.assert(
    fc.property(day, fc.nat(2_000), fc.integer({ min: 1, max: 400 }), (from, length, longest) => {
      const to = addDays(from, length)
      const cut = pieces({ ...prices, longest }, { from, to }).reverse()
      assert.equal(cut[0]!.from, from)
      assert.equal(cut.at(-1)!.to, to)
      for (const [at, piece] of cut.entries()) {
        assert.ok(dayOf(piece.to) - dayOf(piece.from) < longest)
        if (at > 0) assert.equal(piece.from, addDays(cut[at - 1]!.to, 1))
      }
    }),
  )
})
