import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { defaultRequest, feedNamed, printed, readBytes, requestFor } from '../../../test/support/feeds/fixture.ts'

const miIndex = feedNamed('twse TaiwanStockPrice MI_INDEX')
const holidaySchedule = feedNamed('twse TaiwanStockTradingDate holidaySchedule')

const json = (body: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(body))
const fixture = (name: string) => JSON.parse(readFileSync(`${import.meta.dirname}/fixtures/${name}`, 'utf8'))

test('the holidays of a year leave its trading days', () => {
  const response = fixture('TaiwanStockTradingDate.holidaySchedule.json')
  const outcome = readBytes(holidaySchedule, json(response), defaultRequest(holidaySchedule))
  assert.ok(outcome.kind === 'rows')
  const rows = outcome.rows.map((row) => printed(holidaySchedule.dataset, row))
  const of = (day: string) => rows.find(({ trade_date }) => trade_date === day)
  assert.equal(rows.length, 260)
  assert.deepEqual(of('2024-01-02'), {
    trade_date: '2024-01-02',
    weekday: 2,
    is_scheduled: true,
    note: '國曆新年開始交易日',
  })
  assert.deepEqual([of('2024-01-01'), of('2024-02-06'), of('2024-05-04')], [undefined, undefined, undefined])
  const other = readBytes(holidaySchedule, json(response), requestFor('2023-01-01', { to: '2023-12-31' }))
  assert.ok(other.kind === 'other_day' && other.served === '2024')
})

test('tables are read in the shape that answers had until 2023 too', () => {
  const { tables, date, stat } = fixture('TaiwanStockPrice.MI_INDEX.json')
  const old: Record<string, unknown> = { stat, date }
  for (const [at, { title, fields, data }] of tables.entries())
    Object.assign(old, { [`subtitle${at + 1}`]: title, [`fields${at + 1}`]: fields, [`data${at + 1}`]: data })
  const request = requestFor('2024-05-02')
  assert.deepEqual(readBytes(miIndex, json(old), request), readBytes(miIndex, json({ tables, date, stat }), request))
})

test('a day that is still to come is not closed, whatever the calendar says', () => {
  const response = json({ stat: '查詢日期大於今日，請重新查詢!' })
  assert.equal(readBytes(miIndex, response, requestFor('2024-05-04')).kind, 'not_yet')
})

test('an unknown message is a changed response, not an empty day', () => {
  const outcome = readBytes(miIndex, json({ stat: '系統維護中' }), requestFor('2024-05-02'))
  assert.ok(outcome.kind === 'changed' && outcome.reason.includes('系統維護中'))
  assert.equal(readBytes(miIndex, json({}), requestFor('2024-05-02')).kind, 'changed')
})
