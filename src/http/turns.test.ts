import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createLastSenders, createTurns, type Turns } from './turns.ts'

let now = performance.now()

/** Stops the clock for a test, since work would also last as long as other programs have the core. */
const stopClock = (t: TestContext) => t.mock.method(performance, 'now', () => now)

/** Occupies the thread as a long page does, by the stopped clock. */
function work(ms: number): void {
  now += ms
}

test('a sender of costly requests gets one in a turn, and others are served in between', async (t) => {
  stopClock(t)
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
  await new Promise(setImmediate)
  run('greedy', 'greedy 5', 0)
  assert.deepEqual(order.slice(-2), ['greedy 4', 'greedy 5'], 'later it is served at once')
})

test('work within a response returns its result or throws its error', async () => {
  const turns = createTurns()
  const sender = () => 'one'
  assert.equal(await turns.compute(sender, () => 7), 7)
  await assert.rejects(
    turns.compute(sender, () => assert.fail('broken')),
    /broken/,
  )
})

test('an answer in steps is made at once where it is short, and lets others come in between where it is long', async (t) => {
  stopClock(t)
  const turns = createTurns()
  function* steps(count: number, ms: number) {
    for (let n = 0; n < count; n++) {
      work(ms)
      yield
    }
    return count
  }
  assert.equal(turns.work(steps(3, 0)), 3)
  let others = 0
  let isOver = false
  const count = () => {
    others++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const long = turns.work(steps(6, 2))
  assert.ok(long instanceof Promise)
  assert.equal(await long, 6)
  isOver = true
  assert.ok(others >= 5, `others had ${others} turns`)
  function* broken() {
    work(2)
    yield
    assert.fail('broken')
  }
  await assert.rejects(async () => turns.work(broken()), /broken/)
})

test('a long answer goes on in the next turn, and after a pause while this or another thread serves somebody else', async (t) => {
  stopClock(t)
  const lastSenders = createLastSenders()
  const [turns, ofOtherThread] = [createTurns(lastSenders), createTurns(lastSenders)]
  const serve = (by: Turns, sender: string) =>
    by.run(
      () => sender,
      () => {},
    )
  /** Whether a long answer goes on in the next turn of the event loop: between two others that wait for it. */
  const continuesNextTurn = () =>
    new Promise<boolean>((resolve) => {
      let [isBegun, isOn] = [false, false]
      setImmediate(() => {
        isBegun = true
      })
      turns.pause(() => {
        isOn = isBegun
      })
      setImmediate(() => resolve(isOn))
    })
  for (let n = 0; n < 3; n++) serve(turns, 'one')
  assert.equal(await continuesNextTurn(), true)
  for (const by of [turns, ofOtherThread]) {
    serve(by, 'other')
    assert.equal(await continuesNextTurn(), false)
    now += 1_100
    serve(turns, 'other')
    assert.equal(await continuesNextTurn(), true)
    serve(turns, 'one')
    now += 1_100
  }
})
