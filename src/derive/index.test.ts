import assert from 'node:assert/strict'
import { test } from 'node:test'
import { derivations } from './index.ts'

test('each dataset is computed after those it is computed from', () => {
  for (const [i, { dataset, from }] of derivations.entries())
    for (const later of derivations.slice(i + 1))
      assert.ok(
        !from.includes(later.dataset) || later.dataset === dataset,
        `${dataset.name} needs ${later.dataset.name}`,
      )
})

test('every dataset that a computed dataset names as its source is read', () => {
  for (const { dataset, from } of derivations)
    assert.deepEqual(
      (dataset.derived?.from ?? []).filter((name) => !from.some((source) => source.name === name)),
      [],
    )
})
