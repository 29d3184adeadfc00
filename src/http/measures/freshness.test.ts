import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshnessOf } from './freshness.ts'

const daily = { complete: { every: 'trading_day', each: 'market' } } as const
const inputs = {
  lastDate: '2026-11-12',
  promised: '16:30',
  tradingDays: ['2026-11-13', '2026-11-12', '2026-11-11'],
  gaps: null,
  now: new Date('2026-11-13T16:29:00+08:00'),
}
const at = (time: string) => ({ ...inputs, now: new Date(`${time}:00+08:00`) })

test('a day is on time until its hour, then due, then late since that hour', () => {
  const since = '2026-11-13T16:30:00+08:00'
  assert.deepEqual(freshnessOf(daily, inputs), { state: 'on_time', since: null })
  assert.deepEqual(freshnessOf(daily, at('2026-11-13T16:30')), { state: 'due', since })
  assert.deepEqual(freshnessOf(daily, at('2026-11-13T17:16')), { state: 'late', since })
  assert.deepEqual(freshnessOf(daily, { ...at('2026-11-13T23:00'), lastDate: '2026-11-13' }).state, 'on_time')
  assert.deepEqual(freshnessOf(daily, { ...inputs, lastDate: '2026-11-10' }).since, '2026-11-11T16:30:00+08:00')
})

test('days on which the market is closed are not waited for', () => {
  assert.equal(freshnessOf(daily, { ...at('2026-11-15T20:00'), lastDate: '2026-11-13' }).state, 'on_time')
})

test('a market whose rows could not be brought makes a dataset late, an id without rows does not', () => {
  const gap = { id: null, market: 'TPEX', from: '2026-11-12', to: '2026-11-13', dates: 2, detail: '' } as const
  const whole = { ...at('2026-11-13T23:00'), lastDate: '2026-11-13' }
  const gaps = (more: object) => ({
    ...whole,
    gaps: { from: '2026-01-02', to: '2026-11-13', gaps: [{ ...gap, reason: 'source_failed' as const, ...more }] },
  })
  assert.deepEqual(freshnessOf(daily, gaps({})), { state: 'late', since: '2026-11-12T16:30:00+08:00' })
  for (const harmless of [{ id: '2330' }, { to: '2026-11-12' }, { reason: 'halted' }, { reason: 'not_listed' }])
    assert.equal(freshnessOf(daily, gaps(harmless)).state, 'on_time', JSON.stringify(harmless))
})

test('events have no promise, a dataset without rows is called empty, and without a calendar nothing is known', () => {
  assert.equal(freshnessOf({ complete: null }, inputs).state, 'no_promise')
  assert.equal(freshnessOf(daily, { ...inputs, lastDate: null }).state, 'empty')
  assert.equal(freshnessOf(daily, { ...inputs, tradingDays: [] }).state, 'unknown')
})
