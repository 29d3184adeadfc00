import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHashing, createHashingSlots } from './hashing.ts'

test('a hash that outlasted its lease does not free the slot of the thread that took it over', async () => {
  const memory = createHashingSlots(2)
  const slots = new BigInt64Array(memory)
  const { turn } = createHashing(memory)
  await turn(async () => assert.notEqual(slots[0], 0n))
  assert.equal(slots[0], 0n)
  const takenOver = 7n
  await turn(async () => {
    slots[0] = takenOver
  })
  assert.equal(slots[0], takenOver)
})
