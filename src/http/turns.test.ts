import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurns } from './turns.ts'

/** Occupies the thread as a long page does. */
function work(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

test('a sender of costly requests gets one in a turn, and others are served in between', async () => {
  const turns = createTurns()
  const order: string[] = []
  const { promise: isDone, resolve } = Promise.withResolvers<void>()
  const run = (sender: string, name: string, ms: number, isLast = false) =>
    turns.run(
      () => sender,
      () => {
        work(ms)
        order.push(name)
        if (isLast) resolve()
      },
    )
  run('greedy', 'greedy 1', 3)
  run('greedy', 'greedy 2', 3)
  run('greedy', 'greedy 3', 3, true)
  run('other', 'other 1', 0)
  assert.deepEqual(order, ['greedy 1', 'other 1'], 'the second request waits, and nobody else does')
  setImmediate(() => run('other', 'other 2', 0))
  await isDone
  assert.deepEqual(order, ['greedy 1', 'other 1', 'greedy 2', 'other 2', 'greedy 3'])
  run('greedy', 'greedy 4', 0)
  assert.equal(order.at(-1), 'greedy 3', 'it was costly in this turn too')
  await new Promise((next) => setTimeout(next, 20))
  run('greedy', 'greedy 5', 0)
  assert.deepEqual(order.slice(-2), ['greedy 4', 'greedy 5'], 'later it is served at once')
})

test('work within an answer hands on its result and its error', async () => {
  const turns = createTurns()
  const sender = () => 'one'
  assert.equal(await turns.compute(sender, () => 7), 7)
  await assert.rejects(
    turns.compute(sender, () => assert.fail('broken')),
    /broken/,
  )
})
