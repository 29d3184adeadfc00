import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rest } from './rest.ts'

const isLinux = process.platform === 'linux'

/** How often this process has given up its core by itself. */
const givenUp = (): number => process.resourceUsage().voluntaryContextSwitches

test('a thread gives up its core after some work, and not before', {
  skip: !isLinux && 'Linux alone counts it',
}, () => {
  const bursts = 500
  const before = givenUp()
  for (let n = 0; n < bursts; n++) {
    for (const until = performance.now() + 0.6; performance.now() < until; );
    rest()
  }
  const rested = givenUp() - before
  assert.ok(rested >= bursts, `${rested} rests after ${bursts} bursts`)
  const begun = givenUp()
  const until = performance.now() + 300
  let calls = 0
  for (; performance.now() < until; calls++) rest()
  assert.ok(calls > 10_000, 'most calls return at once')
  const most = 300 / 0.5
  assert.ok(givenUp() - begun < 2 * most, `${givenUp() - begun} rests in 300 ms`)
})
