import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReach, type Unreached } from './reach.ts'

const now = () => new Date('2026-11-12T15:50:00Z')
const hosts = new Set(['a', 'b'])

test('hosts that never answer are told as under way after a while, then by the first failure', async () => {
  const told: (Unreached | null)[] = []
  let onTold = () => {}
  const first = new Promise<void>((resolve) => {
    onTold = resolve
  })
  const tell = (state: Unreached | null) => {
    told.push(state)
    onTold()
  }
  const reach = createReach(now, tell, 1)
  const end = reach.watch()
  await first
  assert.deepEqual(told, [{ reason: null, nextAt: null }])
  reach.failed('a', 'no connection within 15 s', 2_000, hosts)
  assert.deepEqual(told[1], { reason: 'no connection within 15 s', nextAt: now().getTime() + 2_000 })
  reach.reached()
  assert.deepEqual(told.slice(2), [null])
  end()
})

test('hosts that refuse are told when the last has failed, with the earliest next attempt', () => {
  const told: (Unreached | null)[] = []
  const reach = createReach(now, (state) => void told.push(state))
  const end = reach.watch()
  reach.failed('a', 'nothing listens', 3_000, hosts)
  assert.deepEqual(told, [])
  reach.failed('b', 'nothing listens', 2_000, hosts)
  assert.deepEqual(told, [{ reason: 'nothing listens', nextAt: now().getTime() + 2_000 }])
  end()
})
