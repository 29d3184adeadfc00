import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { createMailbox, places, waitForChange } from './mailbox.ts'

/** Notifies the waiting thread `times` times without a change, then stores 1 and notifies again. */
const notifier = `
  const { state, place, times } = require('node:worker_threads').workerData
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let woken = 0; woken < times; woken += Atomics.notify(state, place)) Atomics.wait(pause, 0, 0, 1)
  Atomics.store(state, place, 1)
  Atomics.notify(state, place)
`

test('a notification that belongs to the number before does not end the wait', async () => {
  const { state } = createMailbox(1)
  const worker = new Worker(notifier, { eval: true, workerData: { state, place: places.done, times: 5 } })
  assert.equal(waitForChange(state, places.done, 0, 60_000), true)
  assert.equal(Atomics.load(state, places.done), 1)
  await worker.terminate()
})

test('a wait for a change that does not come ends after the longest time', () => {
  const { state } = createMailbox(1)
  assert.equal(waitForChange(state, places.given, 0, 5), false)
  assert.equal(waitForChange(state, places.given, 1, 5), true)
})
