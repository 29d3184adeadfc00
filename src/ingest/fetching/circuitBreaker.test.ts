import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { afterRefusal, afterResponse, blockedForMs, heldOutcome, hostState, maxRefusals } from './circuitBreaker.ts'
import type { HostState } from './journalRecords.ts'

const start = new Date('2026-06-01T10:00:00Z')
const later = (ms: number) => new Date(start.getTime() + ms)
const options = { reason: 'answered 403', askedMs: null, factor: 1, random: () => 0 }
const times = (count: number, state: HostState, now = start): HostState =>
  count === 0 ? state : times(count - 1, afterRefusal(state, { ...options, now }), now)
const closed = hostState('a.test', [])
const minute = 60_000

test('the circuit opens after the maximum of consecutive refusals, not sooner', () => {
  assert.equal(blockedForMs(times(maxRefusals - 1, closed), start), 0)
  const open = times(maxRefusals, closed)
  assert.equal(blockedForMs(open, start), 10 * minute)
  assert.equal(blockedForMs(open, later(10 * minute)), 0)
  assert.match(open.reason!, /5 requests in a row failed, the last: answered 403/)
  assert.match((heldOutcome(open) as { reason: string }).reason, /^a\.test is not asked until 2026-06-01T10:10:00/)
})

test('after the backoff one refusal reopens the circuit for longer, up to a limit; a response closes it', () => {
  let state = times(maxRefusals, closed)
  const rests = [20, 40, 80, 160, 240, 240].map((expected) => {
    const now = new Date(state.openUntil!)
    state = afterRefusal(state, { ...options, now })
    return [blockedForMs(state, now) / minute, expected]
  })
  for (const [rest, expected] of rests) assert.equal(rest, expected)
  assert.deepEqual(afterResponse(state), { ...closed, askedAt: state.askedAt })
  assert.equal(blockedForMs(times(maxRefusals - 1, afterResponse(state)), start), 0)
})

test('a publisher that names a time is left alone for at least that time, a day at most', () => {
  const hour = 60 * minute
  assert.equal(blockedForMs(afterRefusal(closed, { ...options, now: start, askedMs: hour }), start), hour)
  assert.equal(blockedForMs(afterRefusal(closed, { ...options, now: start, askedMs: 900 * hour }), start), 24 * hour)
  assert.match(afterRefusal(closed, { ...options, now: start, askedMs: hour }).reason!, /asking for 3600 seconds/)
})

test('a host that named a time and refuses the first request after it rests again', () => {
  const open = afterRefusal(closed, { ...options, now: start, askedMs: 60 * minute })
  const after = new Date(open.openUntil!)
  assert.equal(blockedForMs(afterRefusal(open, { ...options, now: after }), after), 20 * minute)
})

test('after any sequence, a response closes the circuit and only refusals open it', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 60 }), (outcomes) => {
      let state = closed
      let inARow = 0
      for (const isResponse of outcomes) {
        // A host that rests is tried when its rest is over.
        const now = state.openUntil === null ? start : new Date(state.openUntil)
        state = isResponse ? afterResponse(state) : afterRefusal(state, { ...options, now })
        inARow = isResponse ? 0 : inARow + 1
        assert.equal(state.openUntil !== null, inARow >= maxRefusals)
        assert.equal(state.refusals, inARow)
      }
    }),
  )
})
