import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ruleOfCode, typeOfCode } from '../sources/exchange/securityCodes.ts'
import { bondsOf } from './convertibles/bonds.ts'
import { sectors, taiex, tpexIndex } from './indices.ts'
import { readListing } from './listing.ts'
import { warrantsOf } from './technical/warrants.ts'
import { createWorld, defaultOptions } from './world.ts'

const day = '2026-11-13'
const world = createWorld({ ...defaultOptions(1, day), movesFrom: '2024-01-02' }, day)

test('codes of the simulated market tell the type of their securities', () => {
  for (const { id, type } of readListing()) assert.equal(typeOfCode(id), type, id)
  for (const { id } of bondsOf(world)) assert.equal(typeOfCode(id), 'bond', id)
  for (const { id } of [taiex, tpexIndex, ...sectors]) assert.equal(typeOfCode(id), 'index', id)
})

test('codes of simulated warrants tell their kind and market', () => {
  const warrants = warrantsOf(world)
  assert.ok(warrants.length > 1_000)
  for (const { id, type, market } of warrants) {
    const rule = ruleOfCode(id)
    assert.equal(rule?.type, 'warrant', id)
    assert.deepEqual([rule?.kind.includes(type), rule?.markets], [true, [market]], id)
  }
})
