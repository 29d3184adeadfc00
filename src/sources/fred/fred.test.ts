import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readBytes, requestFor } from '../../../test/support/feeds/fixture.ts'
import { brent, wti } from './CrudeOilPrices.ts'
import { currcir } from './CurrencyCirculation.ts'

const days = requestFor('2024-05-01', { to: '2024-05-03' })

const fixture = readFileSync(`${import.meta.dirname}/fixtures/CrudeOilPrices.DCOILWTICO.csv`)
const encode = (text: string) => new TextEncoder().encode(text)

test('a file about another series has another title', () => {
  const outcome = readBytes(brent, fixture, days)
  assert.ok(outcome.kind === 'changed' && outcome.reason.includes('DCOILBRENTEU'))
})

test('days outside the request are rejected as another day', () => {
  const outcome = readBytes(wti, fixture, requestFor('2024-05-02', { to: '2024-05-03' }))
  assert.ok(outcome.kind === 'other_day' && outcome.served === '2024-05-01')
})

test('titles without observations are not published yet; holidays are a valid response', () => {
  assert.equal(readBytes(wti, encode('observation_date,DCOILWTICO\n'), days).kind, 'not_yet')
  const outcome = readBytes(wti, encode('observation_date,DCOILWTICO\n2024-05-02,.\n'), days)
  assert.ok(outcome.kind === 'rows' && outcome.rows.length === 0 && outcome.left[0]!.rows === 1)
})

test('growth needs the month a year before, which the request includes', () => {
  assert.equal(currcir.request(requestFor('2024-04-01', { to: '2024-05-31' })).query.cosd, '2023-04-01')
  const outcome = readBytes(currcir, encode('DATE,CURRCIR\n2024-04-01,2345.678\n'), requestFor('2024-04-01'))
  assert.ok(outcome.kind === 'rows' && outcome.rows[0]!.yoy_percent === null)
})
