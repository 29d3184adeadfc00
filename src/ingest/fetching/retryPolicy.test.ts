import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskOutcome } from './finishedTasks.ts'
import { decideRetry } from './retryPolicy.ts'

const of = (
  outcome: TaskOutcome,
  more: Partial<Parameters<typeof decideRetry>[1]> = {},
  span: 'day' | 'latest' = 'day',
) =>
  decideRetry({ span }, { outcome, status: 200, isTooLarge: false, attempt: 1, attempts: 4, wasStale: false, ...more })

const blocked: TaskOutcome = { kind: 'blocked', reason: '', evidence: '' }
const failed: TaskOutcome = { kind: 'failed', reason: '' }
const otherDay: TaskOutcome = { kind: 'other_day', reason: '', served: '2026-05-29' }
const end = { retryInMs: null, isRefusal: false }

test('a response with rows is not retried', () => {
  for (const outcome of [
    { kind: 'rows', rows: [], unread: [], left: [], rejected: [] },
    { kind: 'closed', reason: '' },
    { kind: 'not_yet', reason: '' },
    { kind: 'changed', reason: '', evidence: '' },
  ] satisfies TaskOutcome[])
    assert.deepEqual(of(outcome), end)
})

test('the backoff grows with each attempt, is longer for refusals than for failures, and ends', () => {
  const waits = (outcome: TaskOutcome, status: number | null) =>
    [1, 2, 3, 4].map((attempt) => of(outcome, { status, attempt }).retryInMs)
  assert.deepEqual(waits(blocked, 200), [30_000, 90_000, 270_000, null])
  assert.deepEqual(waits(blocked, 429), [30_000, 90_000, 270_000, null])
  assert.deepEqual(waits(blocked, 307), [30_000, 90_000, 270_000, null])
  assert.deepEqual(waits(blocked, 502), [5_000, 15_000, 45_000, null])
  assert.deepEqual(waits(failed, null), [5_000, 15_000, 45_000, null])
  assert.ok(of(blocked, { attempt: 4 }).isRefusal && of(failed, { attempt: 4 }).isRefusal)
})

test('a missing address and a too large response are not retried', () => {
  assert.deepEqual(of(blocked, { status: 404 }), end)
  assert.deepEqual(of(blocked, { isTooLarge: true }), end)
})

test('another day is retried once, except for feeds of the newest day', () => {
  assert.deepEqual(of(otherDay), { retryInMs: 30_000, isRefusal: false })
  assert.deepEqual(of(otherDay, { attempt: 2, wasStale: true }), end)
  assert.deepEqual(of(otherDay, {}, 'latest'), end)
})
