import assert from 'node:assert/strict'
import { test } from 'node:test'
import { once } from './once.ts'

test('a value is made once for all callers, and a failure is tried again by the next', async () => {
  let calls = 0
  const made = once(async () => {
    calls++
    if (calls === 1) throw new Error('no descriptors left')
    return { calls }
  })
  const both = await Promise.allSettled([made(), made()])
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(calls, 1)
  const [first, second] = await Promise.all([made(), made()])
  assert.deepEqual(first, { calls: 2 })
  assert.equal(second, first)
})

test('a value that is no promise is made once, too', () => {
  let calls = 0
  const made = once(() => {
    calls++
    if (calls === 1) throw new Error('no descriptors left')
    return { calls }
  })
  assert.throws(made, /no descriptors left/)
  assert.deepEqual(made(), { calls: 2 })
  assert.equal(made(), made())
})
