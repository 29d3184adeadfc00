import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../../config.ts'
import { longestAskMs } from './askTimes.ts'

const longest = (settings: Readonly<Record<string, string>>): number =>
  longestAskMs(readConfig((name) => settings[name]))

test('a question may take as long as every exchange with the model and its SQL may', () => {
  const model = { ASK_ENGINE: 'auto', ASK_MODEL_URL: 'http://127.0.0.1:1', ASK_MODEL: 'm' }
  const [short, long] = ['10', '600'].map((seconds) => longest({ ...model, ASK_MODEL_TIMEOUT: seconds }))
  assert.equal(long! - short!, 590_000 * 3)
  assert.ok(short! > 10_000 * 3)
  assert.equal(longest({ ASK_DEADLINE: '100' }) - longest({ ASK_DEADLINE: '10' }), 90_000)
  // Without a model its time-out is not used.
  assert.equal(longest({ ASK_MODEL_TIMEOUT: '600' }), longest({}))
})
