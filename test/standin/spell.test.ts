import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dateOf } from '../../src/days.ts'
import { dayFrom } from '../../src/sources/dates.ts'
import { scaled } from '../../src/sources/numbers.ts'
import { dayIn, divided, grouped, lastOfMonth, places, roc, rocBare, rocSpelled } from './spell.ts'

/** A decimal with four places, as the lake stores it. */
const text = (units: number): string => {
  const digits = String(Math.abs(units)).padStart(5, '0')
  return `${units < 0 ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`
}
const amounts = fc.integer({ min: -(10 ** 14), max: 10 ** 14 }).map((units) => (units === 0 ? 0 : units))

test('a number is read back as it was, however it is written', () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 4 }), (units, least) => {
      assert.equal(scaled(places(text(units), least), 4), units)
      assert.equal(scaled(grouped(places(text(units), least)), 4), units)
    }),
  )
})

test('lots, thousands and millions are read back once they are multiplied again', () => {
  fc.assert(
    fc.property(amounts, fc.constantFrom(3, 6, 9), (units, digits) => {
      assert.equal(scaled(divided(text(units), digits), 4 + digits), units)
      assert.equal(scaled(grouped(divided(text(units), digits)), 4 + digits), units)
    }),
  )
})

test('a number has as many places as it needs, and as are asked for', () => {
  assert.deepEqual(
    [places('91.1000', 2), places('91.1000', 0), places('5.0000', 0), places('0.1230', 2), grouped('1234567.8901')],
    ['91.10', '91.1', '5', '0.123', '1,234,567.8901'],
  )
  assert.deepEqual([divided('152249289', 3), divided('-1000.00', 3), divided('999', 3)], ['152249.289', '-1', '0.999'])
})

test('a day is read back from every spelling', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), (day) => {
      const date = dateOf(day)
      for (const spelled of [roc(date), roc(date, '.'), roc(date, '-'), rocBare(date), rocSpelled(date)])
        assert.equal(dayFrom(spelled), day, spelled)
      for (const written of [date, date.replaceAll('-', ''), date.replaceAll('-', '/'), roc(date)])
        assert.equal(dayIn(written), date, written)
    }),
  )
  assert.deepEqual([dayIn(undefined), dayIn('all'), lastOfMonth('2024-02')], [null, null, '2024-02-29'])
})
