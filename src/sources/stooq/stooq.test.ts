import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, readBytes } from '../../../test/support/feeds/fixture.ts'
import { triedIn } from '../../../test/support/feeds/tried.ts'
import { daily } from './USStockPrice.ts'

const days = ask('2024-05-01', { to: '2024-05-02', id: 'AAPL' })
triedIn(import.meta.dirname)(daily, 'USStockPrice.d.csv', days)

const read = (text: string) => readBytes(daily, new TextEncoder().encode(text), days)

test('a limit that is told with a good status is a refusal', () => {
  assert.equal(read('Exceeded the daily hits limit').kind, 'blocked')
  assert.equal(read('No data').kind, 'not_yet')
})

test('other days are told', () => {
  assert.equal(read('Date,Open,High,Low,Close,Volume\r\n2024-05-03,1,1,1,1,1\r\n').kind, 'other_day')
})

test('shares and indices are asked for by the names they have there', () => {
  const symbol = (id: string) => daily.request({ ...days, id }).query.s
  assert.deepEqual(['AAPL', '^GSPC', '^VIX'].map(symbol), ['aapl.us', '^spx', '^vix'])
})
