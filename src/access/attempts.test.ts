import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../errors.ts'
import { attemptWindow, createAttempts } from './attempts.ts'
import { createShared, openShared } from './windows/sharedWindows.ts'

const attemptsAt = (now: () => Date, time?: Parameters<typeof createAttempts>[1]) =>
  createAttempts(openShared(createShared({ bucketMs: attemptWindow.bucketMs, now, slots: 1_024 }), now), time)

test('each kind of request by its own limit', async () => {
  let now = Date.parse('2026-10-05T00:00:00Z')
  const at = () => new Date(now)
  const attempts = attemptsAt(at)
  const count = async (attempt: (n: number) => Promise<unknown>, most = 200): Promise<number> => {
    for (let n = 0; n < most; n++)
      try {
        if ((await attempt(n)) === false) return n
      } catch (error) {
        assert.ok(error instanceof Problem && error.status === 429)
        return n
      }
    return most
  }
  const wrong = async () => null
  const [account, address] = ['a@example.com', '192.0.2.1']
  const measures = [
    [20, () => attempts.password(account, address, wrong)],
    // Over all addresses there is no refusal: only each address has fewer tries.
    [150, (n) => attempts.password(account, `10.0.0.${n}`, wrong), 150],
    [3, () => attempts.password(account, '198.51.100.1', wrong)],
    [100, (n) => attempts.password(`${n}@example.com`, '192.0.2.2', wrong)],
    [60, () => attempts.token(address, wrong)],
    [10, () => attempts.signUp(account, address)],
    [30, (n) => attempts.signUp(`${n}@example.com`, '192.0.2.2')],
    [30, () => attempts.reset(address)],
    [5, () => attempts.mail(account, address)],
    [5, (n) => attempts.mail(account, `10.0.0.${n}`)],
  ] as const satisfies readonly (readonly [number, (n: number) => Promise<unknown>, number?])[]
  for (const [most, attempt, tries] of measures) assert.equal(await count(attempt, tries), most)
  // A right one gets in whatever was counted, and is not counted itself.
  for (let n = 0; n < 3; n++) {
    assert.equal(await attempts.password(account, '203.0.113.7', async () => 'in'), 'in')
    assert.equal(await attempts.token(address, async () => 'in'), 'in')
  }
  assert.equal(await count(() => attempts.password(account, '203.0.113.7', wrong)), 3)
  now += 900_000
  await attempts.reset(address)
  assert.equal(await attempts.mail(account, address), true)
  assert.equal(await count(() => attempts.password(account, '203.0.113.7', wrong)), 20)
})

test('increasingly, so that endless guessing gets some 100 checks in 15 minutes', async () => {
  let ms = 0
  const sleepers: { until: number; wake: () => void }[] = []
  const at = () => new Date(Date.parse('2026-10-05T00:00:00Z') + ms)
  const attempts = attemptsAt(at, {
    elapsedMs: () => ms,
    wait: (more) => new Promise<void>((wake) => sleepers.push({ until: ms + more, wake })),
  })
  let [checks, onTheWay] = [0, 0]
  const check = async () => {
    checks++
    return null
  }
  for (; ms < 1_800_000; ms += 5_000) {
    for (const sleeper of sleepers.splice(0)) {
      if (sleeper.until <= ms) sleeper.wake()
      else sleepers.push(sleeper)
    }
    for (; onTheWay < 30; onTheWay++)
      void attempts
        .password('a@example.com', '192.0.2.1', check)
        .catch(() => {})
        .finally(() => onTheWay--)
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.ok(checks > 100 && checks < 300, `${checks} checks in half an hour`)
})
