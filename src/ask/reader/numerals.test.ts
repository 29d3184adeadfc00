import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chineseNumber, findNumbers } from './numerals.ts'

const none = () => false
const values = (text: string) => findNumbers(text, none).map(({ value }) => value)

test('numbers are read with what multiplies them', () => {
  for (const [text, ...wanted] of [
    ['500亿以上', 50_000_000_000],
    ['超过3成', 30],
    ['1,234.5元', 1_234.5],
    ['二十日均线', 20],
    ['一百二十家', 120],
    ['三千五百万', 35_000_000],
    ['above 2.5bn and 10 million shares', 2_500_000_000, 10_000_000],
    ['twenty-five names', 25],
    ['q3 of 2025, 5d', 3, 2_025, 5],
    ['一下', ...[]],
    ['00878', 878],
  ] as const)
    assert.deepEqual(values(text), wanted, text)
})

/** 一萬零五 and so on, as people write numbers below a hundred million. */
function written(n: number): string {
  const digits = '零一二三四五六七八九'
  const below = (part: number): string => {
    let [text, isGap] = ['', false]
    for (const [unit, name] of [
      [1_000, '千'],
      [100, '百'],
      [10, '十'],
      [1, ''],
    ] as const) {
      const digit = Math.floor(part / unit) % 10
      if (digit > 0) {
        text += (isGap && text !== '' ? '零' : '') + digits[digit] + name
        isGap = false
      } else isGap = true
    }
    return text
  }
  const [high, low] = [Math.floor(n / 10_000), n % 10_000]
  if (high === 0) return below(low)
  return `${below(high)}万${low === 0 ? '' : (low < 1_000 ? '零' : '') + below(low)}`
}

test('a number in Chinese numerals is the number that was written', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 99_999_999 }), (n) => assert.equal(chineseNumber(written(n)), n)))
})
