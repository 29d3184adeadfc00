import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTrafficMemory, openTraffic } from './traffic.ts'

const hour = 3_600_000

test('answers are counted by kind and hour, by all threads together, and a day of them is kept', () => {
  let at = Date.parse('2026-11-13T10:20:00Z')
  const now = () => new Date(at)
  const memory = createTrafficMemory(now)
  const [one, two] = [openTraffic(memory, now), openTraffic(memory, now)]
  for (const status of [200, 201, 304, 404, 422, 429, 500, 503]) one.count(status)
  two.count(200)
  const first = { start: new Date('2026-11-13T10:00:00Z'), ok: 3, unchanged: 1, refused: 2, limited: 1, failed: 2 }
  assert.deepEqual(two.hours(), [first])

  at += 2 * hour
  two.count(200)
  assert.deepEqual(
    one.hours().map(({ ok, failed }) => [ok, failed]),
    [
      [3, 2],
      [0, 0],
      [1, 0],
    ],
  )
  at += 23 * hour
  // The slot of the first hour is used again, empty.
  assert.equal(one.hours().length, 24)
  two.count(500)
  assert.deepEqual(
    one.hours().map(({ ok, failed }) => ok + failed),
    [1, ...Array(22).fill(0), 1],
  )
})
