import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as settled } from 'node:timers/promises'
import fc from 'fast-check'
import { runs } from '../../../test/support/runs.ts'
import { createPacer, requestIntervalMs, sleepAtLeast, type Timing } from './pace.ts'

const never = new AbortController().signal

/** Time that passes only while everybody waits. */
function createTime(random: () => number) {
  const timers: { readonly at: number; readonly ring: () => void }[] = []
  let time = 1_000_000
  const sleep = (ms: number) => new Promise<void>((ring) => timers.push({ at: time + ms, ring }))
  return {
    waiting: { clock: () => time, sleep, random } satisfies Timing,
    async whole(works: readonly Promise<unknown>[]) {
      let isDone = false
      const all = Promise.all(works).finally(() => {
        isDone = true
      })
      while (!isDone) {
        await settled()
        timers.sort((a, b) => a.at - b.at)
        const next = timers.shift()
        if (next === undefined) continue
        time = Math.max(time, next.at)
        next.ring()
      }
      await all
    },
  }
}

const paces = fc.record({ requests: fc.integer({ min: 1, max: 6 }), seconds: fc.integer({ min: 1, max: 10 }) })
const hosts = ['a.test', 'b.test', 'c.test']
const requests = fc.record({
  host: fc.constantFrom(...hosts),
  /** When it is wanted, and how long its answer takes. */
  at: fc.integer({ min: 0, max: 5_000 }),
  ms: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 0, max: 50 }) }, fc.integer({ min: 0, max: 9_000 })),
  holdMs: fc.oneof(
    { weight: 9, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 60_000 }) },
  ),
})
const randoms = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 1, maxLength: 20 })

const drawn = (values: readonly number[]) => {
  let at = 0
  return () => values[at++ % values.length]!
}

type Start = { readonly host: string; readonly at: number; readonly until: number; readonly heldUntil: number }

test('no window of so many seconds ever holds more than so many requests to a host, and no two overlap', async () => {
  await fc.assert(
    fc.asyncProperty(
      paces,
      fc.array(requests, { minLength: 5, maxLength: 40, size: 'max' }),
      randoms,
      async (pace, requests, values) => {
        const time = createTime(drawn(values))
        const { clock, sleep } = time.waiting
        const pacer = createPacer(time.waiting, { intervalMs: () => requestIntervalMs(pace, 1), idleMs: () => null })
        const starts: Start[] = []
        await time.whole(
          requests.map(async ({ host, at, ms, holdMs }) => {
            await sleep(at)
            await pacer.turn(host, never, async () => {
              const began = clock()
              await sleep(ms)
              if (holdMs > 0) pacer.hold(host, holdMs)
              starts.push({ host, at: began, until: clock(), heldUntil: clock() + holdMs })
            })
          }),
        )
        assert.equal(starts.length, requests.length)
        for (const host of hosts) {
          const mine = starts.filter((start) => start.host === host).sort((a, b) => a.at - b.at)
          for (const [i, { at }] of mine.entries()) {
            const before = mine[i - pace.requests]
            assert.ok(before === undefined || at - before.at >= pace.seconds * 1_000)
            const last = mine[i - 1]
            assert.ok(last === undefined || (at >= last.until && at >= last.heldUntil))
          }
        }
      },
    ),
    runs(100),
  )
})

test('hosts do not wait for each other', async () => {
  const time = createTime(() => 0)
  const { clock, sleep } = time.waiting
  const began = clock()
  const pacer = createPacer(time.waiting, { intervalMs: () => 1_000, idleMs: () => null })
  const request = (host: string) => pacer.turn(host, never, () => sleep(300))
  await time.whole(hosts.flatMap((host) => [request(host), request(host), request(host)]))
  assert.equal(clock() - began, 2_300)
})

test('the pace outlives a restart, and a clock set back causes no delay', async () => {
  for (const [idle, expected] of [
    [400, 600],
    [5_000, 0],
    [0, 1_000],
    [-3_600_000, 0],
    [null, 0],
  ] as const) {
    const time = createTime(() => 0)
    const began = time.waiting.clock()
    const pacer = createPacer(time.waiting, { intervalMs: () => 1_000, idleMs: () => idle })
    let first = 0
    await time.whole([
      pacer.turn('a.test', never, async () => {
        first = time.waiting.clock() - began
      }),
    ])
    assert.equal(first, expected, `left alone for ${idle} ms`)
  }
})

test('a request that fails or is stopped lets the next one go', async () => {
  const time = createTime(() => 0)
  const pacer = createPacer(time.waiting, { intervalMs: () => 1_000, idleMs: () => null })
  const reason = new Error('stop')
  const ends: string[] = []
  const track = (name: string, work: Promise<unknown>) =>
    work.then(
      () => ends.push(`${name} done`),
      (error) => ends.push(`${name} ${error.message}`),
    )
  await time.whole([
    track(
      'first',
      pacer.turn('a.test', never, () => Promise.reject(new Error('failed'))),
    ),
    track(
      'second',
      pacer.turn('a.test', AbortSignal.abort(reason), async () => {}),
    ),
    track(
      'third',
      pacer.turn('a.test', never, async () => {}),
    ),
  ])
  assert.deepEqual(ends, ['first failed', 'second stop', 'third done'])
})

test('requests are spread evenly over their window, and a factor stretches it', () => {
  assert.equal(requestIntervalMs({ requests: 1, seconds: 4 }, 1), 4_000)
  assert.equal(requestIntervalMs({ requests: 3, seconds: 5 }, 1), 1_667)
  assert.equal(requestIntervalMs({ requests: 1, seconds: 4 }, 2), 8_000)
  assert.equal(requestIntervalMs({ requests: 1, seconds: 4 }, 0), 0)
})

test('an aborted sleep rejects with the reason', async () => {
  const reason = new Error('enough')
  await assert.rejects(sleepAtLeast(60_000, AbortSignal.abort(reason)), reason)
  const controller = new AbortController()
  const sleeping = sleepAtLeast(60_000, controller.signal)
  controller.abort(reason)
  await assert.rejects(sleeping, reason)
})
