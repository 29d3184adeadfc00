import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printed, readBytes, requestFor } from '../../../test/support/feeds/fixture.ts'
import { chart } from './USStockPrice.ts'

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const at = (day: string) => Date.parse(`${day}T13:30:00Z`) / 1000
const days = ['2024-05-01', '2024-05-02', '2024-05-03']
const quote = {
  open: [169.58000183105, null, 186.64999389],
  high: [172.7100067138672, null, 187],
  low: [169.11, null, 182.66],
  close: [169.3000030517578, null, 183.38],
  volume: [50_383_100, null, 163_224_100],
}
const result = (meta: object = {}, changed: object = {}) => ({
  chart: {
    result: [
      {
        meta: { symbol: 'AAPL', gmtoffset: -14_400, dataGranularity: '1d', ...meta },
        timestamp: days.map(at),
        indicators: { quote: [quote], adjclose: [{ adjclose: [168.2, null, 182.2] }] },
        ...changed,
      },
    ],
    error: null,
  },
})
const request = requestFor('2024-05-01', { to: '2024-05-03', id: 'AAPL' })
const read = (response: unknown, question = request) => readBytes(chart, encode(response), question)

test('bars are days of New York, rounded to the stored scale; days without a price are reported', () => {
  const outcome = read(result())
  assert.ok(outcome.kind === 'rows', JSON.stringify(outcome))
  assert.deepEqual(outcome.left, [{ why: 'days without a price', rows: 1 }])
  assert.deepEqual(
    outcome.rows.map((row) => printed(chart.dataset, row)),
    [
      {
        stock_id: 'AAPL',
        trade_date: '2024-05-01',
        open: '169.5800',
        high: '172.7100',
        low: '169.1100',
        close: '169.3000',
        adj_close: '168.2000',
        volume: 50_383_100,
      },
      {
        stock_id: 'AAPL',
        trade_date: '2024-05-03',
        open: '186.6500',
        high: '187.0000',
        low: '182.6600',
        close: '183.3800',
        adj_close: '182.2000',
        volume: 163_224_100,
      },
    ],
  )
})

test('the bar of a day that is still trading is left out', () => {
  const period = { currentTradingPeriod: { regular: { end: at('2024-05-03') + 6.5 * 3600 } } }
  const growing = read(result({ ...period, regularMarketTime: at('2024-05-03') + 3600 }))
  assert.ok(growing.kind === 'rows' && growing.rows.length === 1)
  assert.ok(growing.left.some(({ why }) => why === 'the day that is still trading'))
  const closed = read(result({ ...period, regularMarketTime: at('2024-05-03') + 6.5 * 3600 }))
  assert.ok(closed.kind === 'rows' && closed.rows.length === 2)
})

test('another symbol, bars of another length and a missing column are rejected', () => {
  assert.equal(read(result({ symbol: 'MSFT' })).kind, 'changed')
  assert.equal(read(result({ dataGranularity: '1wk' })).kind, 'changed')
  for (const name of Object.keys(quote)) {
    const { [name]: _, ...less } = quote as Record<string, unknown>
    const outcome = read(result({}, { indicators: { quote: [less], adjclose: [{ adjclose: [1, 2, 3] }] } }))
    assert.ok(outcome.kind === 'changed' && outcome.reason.includes(name), name)
  }
  assert.equal(read(result({}, { indicators: { quote: [quote] } })).kind, 'changed')
})

test('other days are rejected, and no days at all are not published yet', () => {
  assert.equal(read(result(), { ...request, from: '2024-05-02' }).kind, 'other_day')
  assert.equal(read(result({}, { timestamp: undefined })).kind, 'not_yet')
})

test('a refusal is blocked', () => {
  const error = { code: 'Not Found', description: 'No data found, symbol may be delisted' }
  assert.equal(read({ chart: { result: null, error } }).kind, 'blocked')
  assert.equal(readBytes(chart, new TextEncoder().encode('Too Many Requests'), request, 429).kind, 'blocked')
  assert.equal(readBytes(chart, new TextEncoder().encode('Edge: Too Many Requests'), request).kind, 'blocked')
})

test('days are requested in seconds, the last one to its end', () => {
  const { path, query } = chart.request({ ...request, id: '^GSPC' })
  assert.equal(path, '/v8/finance/chart/%5EGSPC')
  assert.equal(Number(query.period2) - Number(query.period1), 3 * 86_400)
})
