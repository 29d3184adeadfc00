import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dateOf, dayOf, weekdayOf } from '../../days.ts'
import { type CalendarUpdate, calendarOf, type TradingDay, updateTradingDays } from './tradingDays.ts'

const scheduled = (...days: string[]): CalendarUpdate => ({
  kind: 'scheduled',
  rows: days.map((day) => ({ trade_date: dayOf(day), note: null })),
})
const traded = (...days: string[]): CalendarUpdate => ({
  kind: 'traded',
  rows: days.map((day) => ({ trade_date: dayOf(day) })),
})
const listed = (days: readonly TradingDay[]) =>
  days.map(({ day, isScheduled }) => `${dateOf(day)}${isScheduled ? '?' : ''}`)

test('a scheduled day that did not trade is removed from the calendar once a later day has traded', () => {
  const schedule = scheduled('2026-07-08', '2026-07-09', '2026-07-10', '2026-07-13', '2026-07-14')
  const days = updateTradingDays([], [schedule, traded('2026-07-08', '2026-07-09')])
  assert.deepEqual(listed(days), ['2026-07-08', '2026-07-09', '2026-07-10?', '2026-07-13?', '2026-07-14?'])
  const after = updateTradingDays(days, [traded('2026-07-08', '2026-07-09', '2026-07-13')])
  assert.deepEqual(listed(after), ['2026-07-08', '2026-07-09', '2026-07-13', '2026-07-14?'])
  const calendar = calendarOf(after)
  assert.equal(calendar.isOpen('2026-07-10'), false)
  assert.equal(calendar.next('2026-07-09'), '2026-07-13')
  assert.equal(calendar.previous('2026-07-13'), '2026-07-09')
})

test('a schedule removes no day that traded, and adds its notes', () => {
  const days = updateTradingDays([], [traded('2026-11-12', '2026-11-13')])
  const rows = [{ trade_date: dayOf('2026-11-13'), note: '補行交易日' }]
  const after = updateTradingDays(days, [{ kind: 'scheduled', rows }, scheduled('2026-11-16', '2026-11-17')])
  assert.deepEqual(listed(after), ['2026-11-12', '2026-11-13', '2026-11-16?', '2026-11-17?'])
  assert.equal(after[1]!.note, '補行交易日')
})

test('days without a response stay unknown, except weekends since the five-day week', () => {
  const calendar = calendarOf(updateTradingDays([], [traded('2026-11-12', '2026-11-13')]))
  assert.equal(calendar.isOpen('2026-11-16'), null)
  assert.equal(calendar.isOpen('2026-11-14'), false)
  assert.equal(calendar.isOpen('2026-10-30'), null)
  assert.equal(calendar.isOpen('1998-10-31'), null)
  assert.equal(calendar.next('2026-11-13'), null)
})

test('the calendar is the same after repeated and partial updates', () => {
  const days = fc
    .uniqueArray(fc.integer({ min: dayOf('2026-01-01'), max: dayOf('2026-03-31') }), { minLength: 3 })
    .map((list) => list.filter((day) => weekdayOf(day) <= 5).sort((a, b) => a - b))
    .filter((list) => list.length > 0)
  fc.assert(
    fc.property(days, fc.nat(100), (open, cut) => {
      const updatesOf = (list: readonly number[], kind: CalendarUpdate['kind']): CalendarUpdate => ({
        kind,
        rows: list.map((day) => ({ trade_date: day, note: null })),
      })
      const upTo = open.slice(0, (cut % open.length) + 1)
      const once = updateTradingDays([], [updatesOf(open, 'scheduled'), updatesOf(upTo, 'traded')])
      assert.deepEqual(updateTradingDays(once, [updatesOf(open, 'scheduled'), updatesOf(upTo, 'traded')]), once)
      assert.deepEqual(
        once.map(({ day }) => day),
        open,
      )
      assert.deepEqual(
        once.filter(({ isScheduled }) => !isScheduled).map(({ day }) => day),
        upTo,
      )
    }),
  )
})
