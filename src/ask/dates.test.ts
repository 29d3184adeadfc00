import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, addMonths, periodOf, shift, weekday } from './dates.ts'

const day = fc.integer({ min: 0, max: 20_000 }).map((n) => addDays('2000-01-01', n))

test('months are added to the same day, or to the last of a shorter month', () => {
  for (const [from, months, to] of [
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-11-13', -12, '2025-11-13'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2025-12-15', 1, '2026-01-15'],
  ] as const)
    assert.equal(addMonths(from, months), to)
})

test('days are added and taken away again', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -5000, max: 5000 }), (date, n) => addDays(addDays(date, n), -n) === date),
  )
})

test('a period holds its date, begins where it should, and the next one follows it', () => {
  fc.assert(
    fc.property(day, fc.constantFrom('week', 'month', 'quarter', 'year'), (date, unit) => {
      const { from, to } = periodOf(date, unit)
      assert.ok(from <= date && date <= to)
      assert.equal(periodOf(addDays(to, 1), unit).from, addDays(to, 1))
      if (unit === 'week') assert.equal(weekday(from), 1)
      else assert.equal(from.slice(8), '01')
    }),
  )
})

test('a quarter is three months and a year twelve', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -20, max: 20 }), (date, n) => {
      assert.equal(shift(date, n, 'quarter'), addMonths(date, 3 * n))
      assert.equal(shift(date, n, 'year'), addMonths(date, 12 * n))
    }),
  )
})
