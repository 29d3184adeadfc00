import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  addDays,
  addMonths,
  calendarDay,
  dateOf,
  dayOf,
  monthOf,
  taipeiDate,
  taipeiTime,
  weekdayOf,
  yearOf,
} from './days.ts'

const someDay = fc.integer({ min: -100_000, max: 100_000 })

test('a day is its number and its date', () => {
  assert.equal(dayOf('1970-01-01'), 0)
  assert.equal(dayOf('2025-11-21'), 20_413)
  fc.assert(fc.property(someDay, (day) => dayOf(dateOf(day)) === day))
  fc.assert(fc.property(someDay, (day) => calendarDay(yearOf(day), monthOf(day), 1) <= day))
})

test('weekdays go from Monday 1 to Sunday 7, before 1970 too', () => {
  assert.equal(weekdayOf(dayOf('2025-11-21')), 5)
  assert.equal(weekdayOf(dayOf('1969-12-28')), 7)
  fc.assert(fc.property(someDay, (day) => weekdayOf(day) % 7 === new Date(`${dateOf(day)}T00:00:00Z`).getUTCDay()))
})

test('days and months are added across the ends of months and years', () => {
  assert.equal(addDays('2024-02-28', 2), '2024-03-01')
  assert.equal(addDays('2025-01-01', -1), '2024-12-31')
  assert.equal(dateOf(addMonths(dayOf('2024-01-31'), 1)), '2024-02-29')
  assert.equal(dateOf(addMonths(dayOf('2024-03-31'), -13)), '2023-02-28')
})

test('an instant belongs to its day in Taipei', () => {
  assert.equal(taipeiDate('2025-11-22T15:59:59Z'), '2025-11-22')
  assert.equal(taipeiDate(new Date('2025-11-22T16:00:00Z')), '2025-11-23')
  assert.equal(taipeiTime(Date.parse('2025-11-22T21:23:11Z')), '2025-11-23T05:23:11')
})
