import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Report } from '../../ingest/report.ts'
import { behindIn, isAskingDue, nextAsking, shortTaipeiTime } from './schedule.ts'

const problem = {
  ...{ publisher: 'twse', dataset: 'TaiwanStockPrice', endpoint: 'MI_INDEX', market: 'TWSE', id: null },
  ...{ from: '2026-11-13', to: '2026-11-13', kind: 'not_yet', reason: 'still to come' },
}
const run = (startedAt: string, problems = 0) => ({
  startedAt: new Date(startedAt).toISOString(),
  endedAt: new Date(startedAt).toISOString(),
  report: { problems: Array.from({ length: problems }, () => problem) },
})
const due = (last: ReturnType<typeof run> | null, now: string) => isAskingDue(last, new Date(now))

test('the publishers are asked at the first start, after a kill, and each time something is expected', () => {
  assert.equal(due(null, '2026-11-13T12:00:00+08:00'), true)
  assert.equal(
    isAskingDue({ ...run('2026-11-13T12:00:00+08:00'), endedAt: null }, new Date('2026-11-13T12:00:10+08:00')),
    true,
  )
  const last = run('2026-11-13T17:05:00+08:00')
  assert.equal(due(last, '2026-11-13T17:31:00+08:00'), false)
  assert.equal(due(last, '2026-11-13T17:33:00+08:00'), true)
  const late = run('2026-11-13T23:10:00+08:00')
  assert.equal(due(late, '2026-11-14T05:59:00+08:00'), false)
  assert.equal(due(late, '2026-11-14T06:03:00+08:00'), true)
})

test('a failed fetch is repeated after half an hour', () => {
  const last = run('2026-11-13T23:10:00+08:00', 1)
  assert.equal(due(last, '2026-11-13T23:39:00+08:00'), false)
  assert.equal(due(last, '2026-11-13T23:41:00+08:00'), true)
})

test('the state lists late datasets, newest first, and counts the rest', () => {
  assert.equal(behindIn(null), 'ok')
  const missing = Array.from({ length: 7 }, (_, at) => ({
    ...problem,
    from: `2026-11-0${at + 1}`,
    to: `2026-11-0${at + 1}`,
  }))
  const message = behindIn({ missing } as unknown as Report)
  assert.match(message, /^degraded: behind with TaiwanStockPrice TWSE 2026-11-07 \(not_yet\), .* and 2 more$/)
})

test('the next attempt is half an hour after a run that failed, or sooner where something is expected', () => {
  const at = (last: Parameters<typeof nextAsking>[0]) => new Date(nextAsking(last)).toISOString()
  assert.equal(at(run('2026-11-13T23:10:00+08:00', 1)), '2026-11-13T15:40:00.000Z')
  assert.equal(at(run('2026-11-13T17:05:00+08:00', 1)), '2026-11-13T09:32:00.000Z')
  assert.equal(at(run('2026-11-13T23:10:00+08:00')), '2026-11-13T22:02:00.000Z')
  assert.equal(nextAsking(null), 0)
})

test('a time of another Taipei day is written with its date', () => {
  const now = new Date('2026-11-13T23:50:00+08:00')
  assert.equal(shortTaipeiTime(Date.parse('2026-11-13T23:59:00+08:00'), now), '23:59')
  assert.equal(shortTaipeiTime(Date.parse('2026-11-14T00:20:00+08:00'), now), '2026-11-14 00:20')
})
