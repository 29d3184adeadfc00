import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { runs } from '../../../test/support/runs.ts'
import { mergeWorkers } from './mergeWorkers.ts'

type Put = (value: number) => Promise<void>

async function gathered(values: AsyncIterable<number>): Promise<number[]> {
  const all: number[] = []
  for await (const value of values) all.push(value)
  return all
}

test('everything that workers make arrives once, the values of each in their order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(fc.boolean(), { maxLength: 10 }), { maxLength: 5 }), async (plans) => {
      const workers = plans.map((pauses, n) => async (put: Put) => {
        for (const [i, isPause] of pauses.entries()) {
          if (isPause) await turn()
          await put(n * 100 + i)
        }
      })
      const all = await gathered(mergeWorkers(workers, () => {}))
      for (const [n, pauses] of plans.entries())
        assert.deepEqual(
          all.filter((value) => Math.floor(value / 100) === n),
          pauses.map((_, i) => n * 100 + i),
        )
    }),
    runs(40),
  )
})

test('a worker is never more than two values ahead of the consumer', async () => {
  let made = 0
  const worker = async (put: Put) => {
    for (let i = 0; i < 20; i++) {
      made++
      await put(i)
    }
  }
  let taken = 0
  for await (const _ of mergeWorkers([worker], () => {})) {
    taken++
    for (let i = 0; i < 5; i++) await turn()
    assert.ok(made <= taken + 1, `${made} made, ${taken} taken`)
  }
  assert.equal(taken, 20)
})

test('the failure of one worker stops the others and is thrown, after what was made before', async () => {
  const reason = new Error('broken')
  const controller = new AbortController()
  const { signal } = controller
  const busy = async (put: Put) => {
    for (let i = 0; !signal.aborted; i++) {
      await turn()
      await put(i)
    }
    signal.throwIfAborted()
  }
  const failing = async (put: Put) => {
    await put(-1)
    throw reason
  }
  const seen: number[] = []
  await assert.rejects(async () => {
    for await (const value of mergeWorkers([busy, failing], () => controller.abort())) seen.push(value)
  }, reason)
  assert.ok(seen.includes(-1))
})

test('a consumer that leaves early waits until every worker has finished', async () => {
  let finished = 0
  let isStopped = false
  const worker = async (put: Put) => {
    for (let i = 0; !isStopped; i++) await put(i)
    await turn()
    finished++
  }
  const stop = () => {
    isStopped = true
  }
  for await (const _ of mergeWorkers([worker, worker], stop)) break
  assert.equal(finished, 2)
})
