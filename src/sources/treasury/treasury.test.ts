import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readBytes, requestFor } from '../../../test/support/feeds/fixture.ts'
import { nameOf, tenorOf } from './tenors.ts'
import { yieldCurve } from './USBondYield.ts'

const year = requestFor('2024-01-01', { to: '2024-12-31' })

const text = readFileSync(`${import.meta.dirname}/fixtures/USBondYield.daily_treasury_yield_curve.csv`, 'utf8')
const read = (changed: string, request = year) => readBytes(yieldCurve, new TextEncoder().encode(changed), request)

test('another year is rejected', () => {
  const outcome = read(text, requestFor('2023-01-01', { to: '2023-12-31' }))
  assert.ok(outcome.kind === 'other_day' && outcome.served === '2024-05-02')
})

test('a year that has not begun is not published yet', () => {
  assert.equal(read(`${text.split('\n')[0]}\n`).kind, 'not_yet')
})

test('an unknown tenor is reported', () => {
  const outcome = read(text.replace('"30 Yr"', '"50 Yr"'))
  assert.ok(outcome.kind === 'rows')
  assert.deepEqual(outcome.unread, ['50Yr'])
})

test('an invalid date is rejected', () => {
  const outcome = read(text.replace('05/01/2024', '31/12/2024'))
  assert.ok(outcome.kind === 'rows' && outcome.rejected.length === 1)
})

test('tenors are spelled as the publisher likes', () => {
  assert.deepEqual(['1Mo', '1.5Month', '10Yr', '2Years', 'Date'].map(tenorOf), ['1M', '1.5M', '10Y', '2Y', undefined])
  assert.equal(nameOf('1.5M'), 'United States 1.5-Month')
})
