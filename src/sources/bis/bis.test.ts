import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readBytes, requestFor } from '../../../test/support/feeds/fixture.ts'
import { policyRates } from './CentralBankRate.ts'

const days = requestFor('2024-05-01', { to: '2024-05-03' })

const text = readFileSync(`${import.meta.dirname}/fixtures/CentralBankRate.WS_CBPOL.csv`, 'utf8')
const read = (changed: string, request = days) => readBytes(policyRates, new TextEncoder().encode(changed), request)

test('the request includes the day before the first one, which gives no row', () => {
  const { path, query } = policyRates.request(days)
  assert.ok(path.endsWith('/D.US+XM+JP+GB+CA+AU+NZ+CH+CN+IN+RU+BR+KR'))
  assert.deepEqual([query.startPeriod, query.endPeriod], ['2024-03-31', '2024-05-03'])
  const outcome = read(text, requestFor('2024-05-03'))
  assert.ok(outcome.kind === 'rows' && outcome.rows.length === 0)
})

test('the first of all observations is a row where the series begins', () => {
  const outcome = read(text, requestFor('1946-01-01', { to: '2024-05-03' }))
  assert.ok(outcome.kind === 'rows')
  const us = outcome.rows.filter(({ bank_code }) => bank_code === 'FED')
  assert.deepEqual(
    us.map(({ interest_rate, change_bp }) => [interest_rate, change_bp]),
    [
      [53_750, null],
      [51_250, -2500],
    ],
  )
})

test('a response without one of the banks is rejected as changed', () => {
  const outcome = read(text.replaceAll(/^.*,D,JP,.*\n/gm, ''))
  assert.ok(outcome.kind === 'changed' && outcome.reason.endsWith('answered without JP'))
})

test('titles without observations are not published yet', () => {
  assert.equal(read(`${text.split('\n')[0]}\n`).kind, 'not_yet')
})
