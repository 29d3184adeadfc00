import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Problem } from '../errors.ts'
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

test('password hashes of one address run one after another, those of other addresses in parallel up to a limit', async () => {
  const hashing = createHashing(createHashingSlots(4))
  const order: string[] = []
  let running = 0
  let most = 0
  const hash = (address: string, isKnown = false) =>
    hashing.of(
      address,
      () =>
        hashing.turn(async () => {
          most = Math.max(most, ++running)
          await new Promise((resolve) => setTimeout(resolve, 5))
          running--
          order.push(address)
        }),
      isKnown,
    )
  const flood = Array.from({ length: 40 }, () =>
    hash('flood').then(
      () => null,
      (error: Problem) => error.code,
    ),
  )
  const owner = hash('owner')
  const link = hash('flood', true)
  const outcomes = await Promise.all(flood)
  await Promise.all([owner, link])
  assert.equal(most, 2)
  const refused = outcomes.filter((code) => code !== null)
  assert.deepEqual(new Set(refused), new Set(['checks_limited']))
  assert.ok(refused.length >= 29 && refused.length < 40, `${refused.length} were refused`)
  assert.ok(order.indexOf('owner') <= 5, order.join(' '))
  assert.equal(order.length, 40 - refused.length + 2)
})
