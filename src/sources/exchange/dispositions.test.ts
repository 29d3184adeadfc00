import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dateOf } from '../../days.ts'
import { matchInterval, measureIn, nameOnly, periodEnd, periodStart } from './TaiwanStockDisposition.ts'

const digits = ' 一二三四五六七八九'

/** A number as a notice writes it. */
const inWords = (count: number): string => {
  const [tens, ones] = [Math.floor(count / 10), count % 10]
  return `${tens > 1 ? digits[tens] : ''}${tens > 0 ? '十' : ''}${ones > 0 ? digits[ones] : ''}`
}

test('minutes between two matchings are read in words, digits and full-width digits', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99 }), (minutes) => {
      const wide = String(minutes).replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
      for (const written of [inWords(minutes), String(minutes), wide])
        assert.equal(matchInterval(`（約每${written}分鐘撮合一次）`), minutes, written)
    }),
  ))

test('the longest interval counts, and a notice without one has none', () => {
  assert.equal(matchInterval('原每五分鐘撮合一次，改為每隔二十分鐘撮合一次'), 20)
  assert.equal(matchInterval('收取全部之買進價金'), null)
})

test('a period is two days in any of its spellings', () => {
  for (const text of ['113/05/02～113/05/15', '1130502~1130515', '113年05月02日至113年05月15日'])
    assert.deepEqual(
      [periodStart(text), periodEnd(text)].map((day) => dateOf(day!)),
      ['2024-05-02', '2024-05-15'],
      text,
    )
  assert.equal(periodStart('自公告日起'), undefined)
})

test('a measure and a name are extracted from the surrounding text', () => {
  assert.equal(measureIn('該股票為第二次處置，故'), '第二次處置')
  assert.equal(measureIn('處置'), null)
  assert.equal(nameOnly('庚辛(../../some.html)'), '庚辛')
})
