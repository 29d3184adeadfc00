import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Window } from '../../representation.ts'
import { atomsOf } from '../atoms.ts'
import { timeAt } from './timeAt.ts'

const today = '2026-11-13'
const whole = (text: string): Window | undefined => {
  const atoms = atomsOf(text)
  const found = timeAt(atoms, 0, today)
  return found?.next === atoms.length ? found.time.window : undefined
}

const cases: readonly (readonly [string, Window])[] = [
  ['今天', { kind: 'latest' }],
  ['昨日', { kind: 'back', n: 1 }],
  ['大前天', { kind: 'back', n: 3 }],
  ['三天前', { kind: 'back', n: 3 }],
  ['近五日', { kind: 'last', n: 5, unit: 'trading_day' }],
  ['过去20个交易日', { kind: 'last', n: 20, unit: 'trading_day' }],
  ['近一個月', { kind: 'last', n: 1, unit: 'month' }],
  ['過去半年', { kind: 'last', n: 6, unit: 'month' }],
  ['近八季', { kind: 'last', n: 8, unit: 'quarter' }],
  ['上週', { kind: 'previous', unit: 'week' }],
  ['上週三', { kind: 'on', date: '2026-11-04' }],
  ['這禮拜一', { kind: 'on', date: '2026-11-09' }],
  ['星期四', { kind: 'on', date: '2026-11-12' }],
  ['last Friday', { kind: 'on', date: '2026-11-06' }],
  ['on Tuesday', { kind: 'on', date: '2026-11-10' }],
  ['for Nov 5', { kind: 'on', date: '2026-11-05' }],
  ['昨', { kind: 'back', n: 1 }],
  ['這半年', { kind: 'last', n: 6, unit: 'month' }],
  ['2025年底', { kind: 'calendar', year: 2025 }],
  ['the last trading day of 2025', { kind: 'calendar', year: 2025 }],
  ['in 2025 Q4', { kind: 'calendar', year: 2025, quarter: 4 }],
  ['上上個月', { kind: 'previous', unit: 'month', n: 2 }],
  ['今年以來', { kind: 'this', unit: 'year' }],
  ['去年第三季', { kind: 'calendar', year: 2025, quarter: 3 }],
  ['民國114年8月', { kind: 'calendar', year: 2025, month: 8 }],
  ['114年第二季', { kind: 'calendar', year: 2025, quarter: 2 }],
  ['25Q3', { kind: 'calendar', year: 2025, quarter: 3 }],
  ['第三季', { kind: 'newest', quarter: 3 }],
  ['2026/11/2', { kind: 'on', date: '2026-11-02' }],
  ['12月24日', { kind: 'on', date: '2025-12-24' }],
  ['今年3月到6月', { kind: 'between', from: '2026-03-01', to: '2026-06-30' }],
  ['自2025年1月以來', { kind: 'between', from: '2025-01-01', to: null }],
  ['未來三個月', { kind: 'next', n: 3, unit: 'month' }],
  ['yesterday', { kind: 'back', n: 1 }],
  ['the last 10 trading days', { kind: 'last', n: 10, unit: 'trading_day' }],
  ['past two weeks', { kind: 'last', n: 2, unit: 'week' }],
  ['last month', { kind: 'previous', unit: 'month' }],
  ['over the last month', { kind: 'last', n: 1, unit: 'month' }],
  ['the past year', { kind: 'last', n: 1, unit: 'year' }],
  ['YTD', { kind: 'this', unit: 'year' }],
  ['52-week', { kind: 'last', n: 1, unit: 'year' }],
  ['Q3 2025', { kind: 'calendar', year: 2025, quarter: 3 }],
  ['third quarter of last year', { kind: 'calendar', year: 2025, quarter: 3 }],
  ['August 1, 2026', { kind: 'on', date: '2026-08-01' }],
  ['between March and June 2025', { kind: 'between', from: '2025-03-01', to: '2025-06-30' }],
  ['since 2024', { kind: 'between', from: '2024-01-01', to: null }],
  ['within the next 12 months', { kind: 'next', n: 12, unit: 'month' }],
]

for (const [text, window] of cases)
  test(`"${text}" is a time`, () => {
    assert.deepEqual(whole(text), window)
  })

test('words that only look like a time are none', () => {
  for (const text of ['may', 'march', '2330', '五檔', '31 February 2026']) assert.equal(whole(text), undefined, text)
})

test('no text brings the reader down, and what it reads lies inside the text', () => {
  const piece = fc.constantFrom(
    '近',
    '最近',
    '五',
    '20',
    '日',
    '個月',
    '年',
    '第',
    '季',
    'last',
    'past',
    'Q',
    '3',
    '2025',
    '-',
    '/',
    'to',
    '到',
    'May',
    '月',
    '1',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 6 })), { maxLength: 12 }), (pieces) => {
      const atoms = atomsOf(pieces.join(' '))
      for (let at = 0; at < atoms.length; at++) {
        const found = timeAt(atoms, at, today)
        assert.ok(found === null || (found.next > at && found.next <= atoms.length))
      }
    }),
  )
})
