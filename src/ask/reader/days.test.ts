import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDays } from './days.ts'

test('a day is read however it is written', () => {
  for (const [text, year, month, day] of [
    ['2026-06-30', 2026, 6, 30],
    ['2026年6月30日收盘', 2026, 6, 30],
    ['20260630', 2026, 6, 30],
    ['民国115年6月30日', 2026, 6, 30],
    ['june 30, 2026', 2026, 6, 30],
    ['30 jun 2026', 2026, 6, 30],
    ['on june 30th', null, 6, 30],
    ['6/30之后', null, 6, 30],
    ['6月30号', null, 6, 30],
    ['九月一号', null, 9, 1],
    ['十二月廿三日', null, 12, 23],
    ['十月二十号', null, 10, 20],
    ['三月三十一日', null, 3, 31],
  ] as const)
    assert.deepEqual(
      findDays(text, () => false).map((found) => [found.year, found.month, found.day]),
      [[year, month, day]],
      text,
    )
  for (const text of ['13/40', 'p/e 12', '2330', '6月营收', '0050', '九月营收', '一月一'])
    assert.deepEqual(
      findDays(text, () => false),
      [],
      text,
    )
})
