import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sleepAtLeast } from './sleep.ts'

const never = new AbortController().signal

test('it never wakes too early', async () => {
  for (const ms of [0, 0.4, 1, 2.7, 9.9]) {
    const began = performance.now()
    await sleepAtLeast(ms, never)
    assert.ok(performance.now() - began >= ms)
  }
})

test('an aborted sleep rejects with the reason', async () => {
  const reason = new Error('enough')
  await assert.rejects(sleepAtLeast(60_000, AbortSignal.abort(reason)), reason)
  const controller = new AbortController()
  const sleeping = sleepAtLeast(60_000, controller.signal)
  controller.abort(reason)
  await assert.rejects(sleeping, reason)
})
