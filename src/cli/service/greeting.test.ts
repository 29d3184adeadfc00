import assert from 'node:assert/strict'
import { test } from 'node:test'
import { find } from '../../catalogue/index.ts'
import { greet } from './greeting.ts'

const service = {
  ...{ url: 'http://127.0.0.1:8080', nextAttempt: null, lakeRoot: '/lake', home: '/home', agentLines: [] },
}
const readIn = (text: string) => /\/v1\/data\/(\w+)\?/.exec(text)![1]!

test('without the key of the owner the greeting reads what a key of any tier may read, and names other tiers', () => {
  const bare = greet({ ...service, ownerKey: null })
  assert.equal(find(readIn(bare))?.tier, 'free')
  assert.match(bare, /^Ask \(Plus\): /m)
  assert.equal(readIn(greet({ ...service, ownerKey: 'fmsa_live_x' })), 'TaiwanStockPrice')
})
