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
  // A rest whose moment is over before it begins, since another program had the core, is none.
  assert.ok(rested >= bursts * 0.9, `${rested} rests after ${bursts} bursts`)
  const begun = givenUp()
  const start = performance.now()
  let [calls, passed] = [0, 0]
  for (; calls < 10_000 || passed < 300; calls++) {
    rest()
    passed = performance.now() - start
  }
  const rests = givenUp() - begun
  assert.ok(rests < calls / 10, `most calls return at once: ${rests} rests in ${calls} calls`)
  const most = passed / 0.5
  assert.ok(rests < 2 * most, `${rests} rests in ${passed} ms`)
})
