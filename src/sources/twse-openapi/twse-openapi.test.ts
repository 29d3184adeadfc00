import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { feedNamed, printed, readBytes, requestFor } from '../../../test/support/feeds/fixture.ts'
import type { Feed } from '../feed.ts'

const fixture = (name: string) => JSON.parse(readFileSync(`${import.meta.dirname}/fixtures/${name}`, 'utf8'))
const json = (body: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(body))

const [punish, stockDayAll, stockFirst, holidaySchedule] = [
  'TaiwanStockDisposition punish',
  'TaiwanStockPrice STOCK_DAY_ALL',
  'TaiwanStockPrice STOCK_FIRST',
  'TaiwanStockTradingDate holidaySchedule',
].map((name) => feedNamed(`twse-openapi ${name}`)) as [Feed, Feed, Feed, Feed]

test('the holidays of a year leave its trading days', () => {
  const response = fixture('TaiwanStockTradingDate.holidaySchedule.json')
  const outcome = readBytes(holidaySchedule, json(response), requestFor('2024-05-02'))
  assert.ok(outcome.kind === 'rows')
  const days = outcome.rows.map((row) => printed(holidaySchedule.dataset, row).trade_date)
  assert.equal(days.length, 259)
  assert.deepEqual([days.includes('2024-05-01'), days.includes('2024-05-02')], [false, true])
})

test('a list of the day before is not published yet, and one of the day after is another day', () => {
  const list = json(fixture('TaiwanStockPrice.STOCK_DAY_ALL.json'))
  const kinds = ['2024-05-03', '2024-05-02', '2024-04-30'].map(
    (day) => readBytes(stockDayAll, list, requestFor(day)).kind,
  )
  assert.deepEqual(kinds, ['not_yet', 'rows', 'other_day'])
})

test('a list without a date is dated by Last-Modified, and not read without it', () => {
  const list = json(fixture('TaiwanStockPrice.STOCK_FIRST.json'))
  const kindOf = (day: string, modified: string | null) =>
    readBytes(stockFirst, list, requestFor(day, { modified })).kind
  assert.equal(kindOf('2024-05-02', '2024-05-02T10:00:00Z'), 'rows')
  assert.equal(kindOf('2024-05-02', '2024-05-03T00:30:00Z'), 'rows', 'before the market of the day after has closed')
  assert.equal(kindOf('2024-05-02', '2024-05-02T00:30:00Z'), 'not_yet')
  assert.equal(kindOf('2024-05-02', '2024-05-03T10:00:00Z'), 'other_day')
  assert.equal(kindOf('2024-05-02', null), 'not_yet')
})

test('an empty list, and the one object that stands for it, are no rows where that may be, and not yet elsewhere', () => {
  const empty = [[], [{ Number: '0', Date: '', Code: '', Name: '' }]]
  for (const list of empty) {
    const outcome = readBytes(punish, json(list), requestFor('2024-05-02'))
    assert.ok(outcome.kind === 'rows' && outcome.rows.length === 0)
  }
  assert.equal(readBytes(stockDayAll, json([]), requestFor('2024-05-02')).kind, 'not_yet')
  assert.equal(readBytes(stockDayAll, json({ error: 'x' }), requestFor('2024-05-02')).kind, 'changed')
})

test('a change of zero is unknown in a list without signs, and no change in a list with signs', () => {
  const [row] = fixture('TaiwanStockPrice.STOCK_DAY_ALL.json')
  const spreadsOf = (...changes: string[]) => {
    const outcome = readBytes(
      stockDayAll,
      json(changes.map((Change, at) => ({ ...row, Code: `111${at}`, Change }))),
      requestFor('2024-05-02'),
    )
    assert.ok(outcome.kind === 'rows')
    return outcome.rows.map(({ spread }) => spread)
  }
  assert.deepEqual(spreadsOf('0.0000', '1.5000'), [null, 15_000])
  assert.deepEqual(spreadsOf('0.0000', 'X0.00'), [0, null])
})
