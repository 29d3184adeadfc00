import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../test/support/runs.ts'
import { dateOf, dayOf } from '../days.ts'
import { dateFrom, dateWithin, dayFrom, daysFrom, monthFrom, timeFrom } from './dates.ts'

const days = fc.integer({ min: dayOf('1912-01-01'), max: dayOf('2100-12-31') })
const two = (n: number): string => String(n).padStart(2, '0')
const partsOf = (day: number) => {
  const [year, month, date] = dateOf(day).split('-').map(Number) as [number, number, number]
  return { year, roc: year - 1911, month, date }
}

/** The spellings of the exchanges; years of the Republic have one to three digits and are padded in some files. */
const spellings: Record<string, (day: number) => string> = {
  '1141121': (day) => `${String(partsOf(day).roc).padStart(3, '0')}${two(partsOf(day).month)}${two(partsOf(day).date)}`,
  '114/11/21': (day) =>
    `${String(partsOf(day).roc).padStart(3, '0')}/${two(partsOf(day).month)}/${two(partsOf(day).date)}`,
  '115.07.15': (day) =>
    `${String(partsOf(day).roc).padStart(3, '0')}.${two(partsOf(day).month)}.${two(partsOf(day).date)}`,
  '115-09-03': (day) =>
    `${String(partsOf(day).roc).padStart(3, '0')}-${two(partsOf(day).month)}-${two(partsOf(day).date)}`,
  '114年11月21日': (day) =>
    `${String(partsOf(day).roc).padStart(3, '0')}年${two(partsOf(day).month)}月${two(partsOf(day).date)}日`,
  '20251121': (day) => dateOf(day).replaceAll('-', ''),
  '2025/11/21': (day) => dateOf(day).replaceAll('-', '/'),
  '2025/1/2': (day) => `${partsOf(day).year}/${partsOf(day).month}/${partsOf(day).date}`,
}

for (const [name, write] of Object.entries(spellings))
  test(`a date spelled like ${name} is read`, () => {
    fc.assert(
      fc.property(days, fc.constantFrom('', ' ', '\u3000', '＊'), (day, padding) => {
        assert.equal(dayFrom(write(day) + padding), day)
      }),
    )
  })

test('a year below 100 may stand without its zero', () => {
  assert.equal(dateFrom('841201'), '1995-12-01')
  assert.equal(dateFrom('0510209'), '1962-02-09')
  assert.equal(dateFrom('84/12/01'), '1995-12-01')
})

test('a range of dates is read with its separators', () => {
  fc.assert(
    fc.property(days, fc.nat(400), fc.constantFrom('～', '~', '至'), (from, length, mark) => {
      const write = spellings['114/11/21']!
      assert.deepEqual(daysFrom(`${write(from)}${mark}${write(from + length)}`), [from, from + length])
    }),
  )
  assert.deepEqual(daysFrom('1141120~1141203')?.map(dateOf), ['2025-11-20', '2025-12-03'])
  assert.equal(daysFrom('114/11/27～114/11/14'), undefined)
  assert.equal(daysFrom('114/11/27'), undefined)
})

test('a day that does not exist is no date, and a blank is none', () => {
  for (const text of ['114/02/30', '1141301', '20250229', '114', '11/21', 'abc', '19110000', '114/11'])
    assert.equal(dateFrom(text), undefined, text)
  for (const text of ['', ' ', '-', '--', 'N/A']) assert.equal(dateFrom(text), null, text)
})

test('the day is found inside a title', () => {
  assert.equal(dateWithin('112年01月30日 三大法人買賣超日報'), '2023-01-30')
  assert.equal(dateWithin('112/01/30　外資及陸資投資持股統計'), '2023-01-30')
  assert.equal(dateWithin('112年01月市場成交資訊'), null)
})

test('a month is its first day', () => {
  assert.deepEqual(
    ['11410', '114/10', '2025-10', '114年10月', '2025M10'].map((text) => dateOf(monthFrom(text)!)),
    Array(5).fill('2025-10-01'),
  )
  assert.equal(monthFrom('11413'), undefined)
  assert.equal(monthFrom(''), null)
})

test('times are told in hours, minutes and seconds', () => {
  assert.deepEqual(['80000', '090005', '09:00', '9:00:05', '', '-', '99:99:99', '25:00'].map(timeFrom), [
    '08:00:00',
    '09:00:05',
    '09:00:00',
    '09:00:05',
    null,
    null,
    undefined,
    undefined,
  ])
})

test('the fast date reader agrees with the full one', () => {
  const digits = (least: number, most: number) =>
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: least, maxLength: most }).map((all) => all.join(''))
  const spelled = fc.tuple(digits(2, 4), digits(1, 2), digits(1, 2)).map((parts) => parts.join('/'))
  fc.assert(
    fc.property(fc.oneof(digits(6, 9), spelled), (text) => {
      const date = dateFrom(text)
      assert.equal(dayFrom(text), date ? dayOf(date) : date, text)
    }),
    runs(2000),
  )
})
