import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { retryAfterMs } from './httpRequest.ts'

const now = new Date('2026-06-01T10:00:00Z')

test('a number is seconds, a moment is measured by the clock of whoever names it', () => {
  assert.equal(retryAfterMs('120', undefined, now), 120_000)
  assert.equal(retryAfterMs('0', undefined, now), 0)
  assert.equal(retryAfterMs('Mon, 01 Jun 2026 10:02:00 GMT', undefined, now), 120_000)
  assert.equal(retryAfterMs('Mon, 01 Jun 2026 10:02:00 GMT', 'Mon, 01 Jun 2026 10:01:30 GMT', now), 30_000)
  assert.equal(retryAfterMs('Mon, 01 Jun 2026 09:00:00 GMT', undefined, now), 0)
})

test('an invalid Retry-After is ignored, and no delay is negative', () => {
  for (const text of [undefined, '', 'soon', '-5', '1.5', '99999999999'])
    assert.equal(retryAfterMs(text, undefined, now), null)
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, date) => {
      const ms = retryAfterMs(text, date, now)
      assert.ok(ms === null || ms >= 0)
    }),
  )
})
