import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanonical } from '../canonical/canonical.ts'
import { untilToday } from './untilToday.ts'

const canonical = createCanonical()
const told = (sentence: string, question = ''): string => {
  const [meaning] = canonical.read(sentence, 'code')
  assert.ok(meaning, sentence)
  return canonical.print(untilToday(meaning, question, '2026-11-13'), 'code')
}
const newest = (columns: string, condition = '') =>
  `TaiwanStockDividend: every record's ${columns} for 00878, all dates${condition}, sorted by date from the largest, at most 4 rows.`
const total = (condition: string) =>
  `TaiwanStockDividend: the sum across them of cash_dividend for 00878 taken together, all dates, where ${condition}.`

test('the last dividends are those up to the newest date, in cash or in shares', () => {
  assert.equal(told(newest('cash_dividend')), newest('cash_dividend', ', where cash_ex_date falls in until 2026-11-13'))
  assert.equal(
    told(newest('stock_dividend')),
    newest('stock_dividend', ', where stock_ex_date falls in until 2026-11-13'),
  )
})

test('what was paid this year ends with the newest date, and what goes ex this year does not', () => {
  const year = 'cash_ex_date falls in this year'
  const paid = total(`${year}; cash_ex_date falls in until 2026-11-13`)
  for (const question of [
    '00878 今年已經配了多少',
    'how much has 00878 paid this year',
    'dividends of 00878 so far this year',
  ])
    assert.equal(told(total(year), question), paid)
  assert.equal(told(total(year), 'cash dividends of 00878 going ex this year'), total(year))
  const since = 'cash_ex_date falls in the time since this year'
  assert.equal(told(total(since)), total(`${since}; cash_ex_date falls in until 2026-11-13`))
})

test('announcements, dividends to come and other years stay as they are', () => {
  const next = newest('cash_dividend', ', where cash_ex_date falls in the dates after the latest')
  const largest = newest('cash_dividend').replace('by date', 'by value 1')
  for (const sentence of [next, largest, total('cash_ex_date falls in the year 2025')])
    assert.equal(told(sentence), sentence)
  for (const question of ['00878最近公告的配息', 'the last dividend that 00878 announced'])
    assert.equal(told(newest('cash_dividend'), question), newest('cash_dividend'))
})
