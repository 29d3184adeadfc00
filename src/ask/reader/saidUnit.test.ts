import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Representation } from '../representation.ts'
import { inSaidUnits } from './saidUnit.ts'

const of = { kind: 'column', dataset: 'TaiwanCBOverview', column: 'outstanding_amount' } as const
const meaning: Representation = {
  shape: 'rows',
  dataset: 'TaiwanCBOverview',
  universe: {},
  when: { kind: 'all' },
  select: [{ as: 'amount', of, in: 'hundred_million' }],
  where: [],
  by: [],
  order: [],
  limit: null,
  notes: [],
}

test('an answer is told in a unit that the question names, else in that of the dataset', () => {
  for (const question of ['啟碁四餘額幾億', '餘額（百萬元）', 'outstanding in bn', 'amount, NT$ millions', 'o/s 100m'])
    assert.equal(inSaidUnits(meaning, question), meaning, question)
  for (const question of ['啟碁四 溢價率 餘額', 'outstanding amount in NT dollars', 'code, o/s amt'])
    assert.deepEqual(inSaidUnits(meaning, question).select, [{ as: 'amount', of }], question)
})
