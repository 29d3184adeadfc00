import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoredLoad } from '../fetching/journalRecords.ts'
import { hasOtherLines, heldLoadsOf, imports, lostLoadsOf, outrunUntil } from './heldLoads.ts'

const written_at = '2026-07-02T12:00:00.000Z'
const versionOf = (maker: Record<string, unknown>, version = 'v') => ({ maker, version, written_at })
const load = (id: number, more: Partial<StoredLoad> = {}): StoredLoad => ({
  ...{ id, line: 'here', held: id === 1 ? {} : { here: id - 1 }, version: `v${id}` },
  ...more,
})

test('a version holds the loads of its line up to its own, and a load that found it as it is', () => {
  const loads = [load(1), load(2), load(3), load(4, { version: 'v' })]
  assert.deepEqual(lostLoadsOf(loads, versionOf({ live: 1, loads: { here: 2 } })), [
    { id: 3, isBeneath: false, after: '' },
  ])
  assert.deepEqual(
    lostLoadsOf(loads, null).map(({ id }) => id),
    [1, 2, 3, 4],
  )
})

test('a version of another writer holds what it was made from, and newer rows than the loads it lacks', () => {
  const loads = [load(1), load(2), load(3, { held: { here: 2, there: 4 } })]
  const held = versionOf({ live: 1, loads: { here: 2, there: 5 } })
  assert.deepEqual(lostLoadsOf(loads, held), [{ id: 3, isBeneath: true, after: '' }])
  // One that was restored is older than they are.
  const restored = versionOf({ live: 1, loads: { here: 2, there: 4 } })
  assert.deepEqual(lostLoadsOf(loads, restored), [{ id: 3, isBeneath: false, after: '' }])
})

test('a version of a release without this record holds what was asked for before it was written', () => {
  const loads = [load(1, { held: null, version: null }), load(2, { held: {} })]
  const old = versionOf({ live: 1, run: 7 })
  assert.deepEqual(lostLoadsOf(loads, old), [
    { id: 1, isBeneath: false, after: written_at },
    { id: 2, isBeneath: false, after: '' },
  ])
  // The next version says so too, whoever writes it.
  const next = versionOf({ live: 1, loads: { ...heldLoadsOf(old), there: 1 } }, 'next')
  assert.deepEqual(lostLoadsOf(loads.slice(0, 1), next), [{ id: 1, isBeneath: true, after: written_at }])
  assert.deepEqual(lostLoadsOf(loads.slice(0, 1), versionOf({ import: 1 })), [{ id: 1, isBeneath: false, after: '' }])
})

test('rows of another writer are newer than responses that were never loaded, until this journal has loaded again', () => {
  const held = versionOf({ live: 1, loads: { before: 7, here: 2, there: 5 } })
  assert.equal(outrunUntil([load(2, { held: { here: 1, there: 4 } })], held), written_at)
  assert.equal(outrunUntil([load(2, { held: { here: 1, there: 5 } })], held), null)
  assert.equal(outrunUntil([], held), written_at)
  assert.equal(outrunUntil([], null), null)
  assert.equal(outrunUntil([load(1)], versionOf({ live: 1 })), null)
  const { loads } = held.maker as { loads: Record<string, number> }
  assert.ok(hasOtherLines(loads, 'here'))
  assert.ok(!hasOtherLines({ before: 7, here: 2 }, 'here'))
  assert.ok(!hasOtherLines(loads, imports))
})
