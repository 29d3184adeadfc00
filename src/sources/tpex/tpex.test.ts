import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { calendarOf, feedNamed, readBytes, requestFor } from '../../../test/support/feeds/fixture.ts'
import type { Row } from '../outcome.ts'

const dailyQuotes = feedNamed('tpex TaiwanStockPrice dailyQuotes')
const fixture = (name: string): string => readFileSync(`${import.meta.dirname}/fixtures/${name}`, 'utf8')
const json = (body: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(body))

test('rows without titles, as they came until 2024, are read where their number is right', () => {
  const [table] = JSON.parse(fixture('TaiwanStockPrice.dailyQuotes.json')).tables
  const request = requestFor('2024-05-02')
  const isOld = (at: number) => !table.fields[at].includes('量(千股)')
  const today = { stat: 'ok', date: '20240502', tables: [table] }
  const rows = readBytes(dailyQuotes, json(today), request)
  const whole = { reportDate: '113/05/02', iTotalRecords: table.data.length, aaData: table.data }
  assert.deepEqual(readBytes(dailyQuotes, json(whole), request), rows)
  // Without the sizes of bids, as until 2020.
  const aaData = table.data.map((row: unknown[]) => row.filter((_, at) => isOld(at)))
  const old = { reportDate: '109/04/29', iTotalRecords: aaData.length, aaData }
  const before = readBytes(dailyQuotes, json(old), requestFor('2020-04-29'))
  const undated = ({ trade_date, ...row }: Row) => row
  assert.ok(rows.kind === 'rows' && before.kind === 'rows')
  assert.deepEqual(before.rows.map(undated), rows.rows.map(undated))
  const narrow = { ...old, aaData: aaData.map((row: unknown[]) => row.slice(1)) }
  const outcome = readBytes(dailyQuotes, json(narrow), requestFor('2020-04-29'))
  assert.ok(outcome.kind === 'changed' && /rows of \d+ cells/.test(outcome.reason))
})

test('of two layouts with the same number of cells, the one in use on the day is read', () => {
  // Code, name, close, change, open, high, low, then what was traded: volume, value, trades.
  const cells = ['1111', '甲', '10.00', '0.50', '9.60', '10.10', '9.50', '3,000', '30,000', '7']
  const late = [...cells, '10.00', '1', '10.05', '2', '1,000,000', '11.00', '9.00']
  const early = [
    ...cells.slice(0, 7),
    '9.90',
    ...cells.slice(7),
    '10.00',
    '10.05',
    '1,000,000',
    '10.00',
    '11.00',
    '9.00',
  ]
  assert.equal(late.length, early.length)
  const read = (day: string, date: string, row: string[]) => {
    const outcome = readBytes(dailyQuotes, json({ reportDate: day, aaData: [row] }), requestFor(date))
    assert.ok(outcome.kind === 'rows', JSON.stringify(outcome))
    return [outcome.rows[0]!.volume, outcome.rows[0]!.turnover, outcome.rows[0]!.trade_count]
  }
  assert.deepEqual(read('109/05/04', '2020-05-04', late), [3000, 3_000_000, 7])
  assert.deepEqual(read('109/04/29', '2020-04-29', early), [3000, 3_000_000, 7])
})

test('without titles a day without rows is closed only where the calendar says so', () => {
  const empty = json({ reportDate: '113/05/01', iTotalRecords: 0, aaData: [] })
  const kind = (...closed: string[]) =>
    readBytes(dailyQuotes, empty, requestFor('2024-05-01', { calendar: calendarOf(...closed) })).kind
  assert.deepEqual([kind(), kind('2024-05-01')], ['not_yet', 'closed'])
})

test('a response whose row count is wrong is rejected as changed', () => {
  const body = JSON.parse(fixture('TaiwanStockPrice.dailyQuotes.json'))
  body.tables[0].totalCount += 1
  const outcome = readBytes(dailyQuotes, json(body), requestFor('2024-05-02'))
  assert.ok(outcome.kind === 'changed' && outcome.reason.includes('counts'))
})
