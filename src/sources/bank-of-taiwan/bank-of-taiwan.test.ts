import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { calendarOf, printed, readBytes, requestFor } from '../../../test/support/feeds/fixture.ts'
import { dayRates } from './ExchangeRate.ts'

const text = readFileSync(`${import.meta.dirname}/fixtures/ExchangeRate.day.csv`, 'utf8')
const encode = (value: string) => new TextEncoder().encode(value)
const read = (changed: string, request = requestFor('2024-05-02')) => readBytes(dayRates, encode(changed), request)

test('rates of a day are read to the last digit; what is not quoted is null', () => {
  const outcome = read(text)
  assert.ok(outcome.kind === 'rows', JSON.stringify(outcome))
  assert.deepEqual([outcome.unread, outcome.rejected], [[], []])
  assert.deepEqual(
    outcome.rows.map((row) => printed(dayRates.dataset, row)),
    [
      {
        currency: 'USD',
        trade_date: '2024-05-02',
        cash_buy: '31.230000',
        cash_sell: '31.900000',
        spot_buy: '31.580000',
        spot_sell: '31.680000',
      },
      {
        currency: 'ZAR',
        trade_date: '2024-05-02',
        cash_buy: null,
        cash_sell: null,
        spot_buy: '1.651000',
        spot_sell: '1.751000',
      },
      {
        currency: 'IDR',
        trade_date: '2024-05-02',
        cash_buy: '0.001710',
        cash_sell: '0.002410',
        spot_buy: null,
        spot_sell: null,
      },
    ],
  )
})

test('a file without a date is not read as a closed day', () => {
  assert.equal(read(text, requestFor('2024-05-01', { calendar: calendarOf('2024-05-01') })).kind, 'closed')
})

test('a renamed column, swapped halves and an unknown currency are rejected', () => {
  for (const title of ['幣別', '匯率', '現金', '即期']) {
    const outcome = read(text.replace(title, '新'))
    assert.ok(outcome.kind === 'changed' && outcome.reason.includes(title), title)
  }
  const swapped = text.replaceAll('本行買入', 'x').replaceAll('本行賣出', '本行買入').replaceAll('x', '本行賣出')
  assert.equal(read(swapped).kind, 'changed')
  const outcome = read(text.replace('ZAR', 'XXX'))
  assert.ok(outcome.kind === 'rows' && outcome.rejected.length === 1)
  const more = read(text.replace('遠期10天', '遠期7天'))
  assert.ok(more.kind === 'rows')
  assert.deepEqual(more.unread, ['本行買入遠期7天'])
})

test('a refusal, an empty file and a cut one are blocked; titles without rates are not', () => {
  for (const response of ['', '<html><title>請稍候</title></html>', text.slice(0, -30)])
    assert.equal(read(response).kind, 'blocked')
  assert.equal(read(`${text.split('\r\n')[0]}\r\n`).kind, 'not_yet')
  assert.equal(readBytes(dayRates, encode(''), requestFor('2024-05-02'), 403).kind, 'blocked')
})
