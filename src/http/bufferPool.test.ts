import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { createBufferPool } from './bufferPool.ts'

test('a buffer is lent again, and freed where it was not needed for a while', () => {
  mock.timers.enable({ apis: ['setInterval'] })
  const lend = createBufferPool()
  const first = lend(20_000)
  first.release()
  const second = lend(30_000)
  assert.equal(second.bytes, first.bytes)
  second.release()
  // It waited for the whole of the second interval alone.
  mock.timers.tick(10_000)
  const third = lend(30_000)
  assert.equal(third.bytes, first.bytes)
  third.release()
  mock.timers.tick(20_000)
  assert.notEqual(lend(30_000).bytes, first.bytes)
  mock.timers.reset()
})
