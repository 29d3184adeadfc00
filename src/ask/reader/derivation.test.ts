import assert from 'node:assert/strict'
import { test } from 'node:test'
import { questions } from '../../../test/support/questions.ts'
import { createCanonical } from '../canonical/canonical.ts'
import { advance, isDone, type State, start } from './derivation.ts'

const canonical = createCanonical()
/** Of one labelled question in three, and with TORTURE of every one. */
const meanings = questions
  .flatMap(({ representation }) => representation ?? [])
  .filter((_, at) => process.env.TORTURE !== undefined || at % 3 === 0)

const walk = (tokens: readonly string[]): State | null =>
  tokens.reduce<State | null>((state, token) => (state === null ? null : advance(state, token)), start)

test('the words of a known meaning may follow each other, and end where the meaning ends', () => {
  for (const meaning of meanings) {
    const tokens = canonical.tokens(meaning)
    const state = walk(tokens)
    assert.ok(state !== null && isDone(state), tokens.join(' '))
    const before = walk(tokens.slice(0, -1))
    assert.ok(before !== null && !isDone(before), tokens.join(' '))
  }
})

test('a word that cannot stand in its place is refused', () => {
  for (const tokens of [
    ['latest'],
    ['entities', 'd:NoSuchDataset'],
    ['entities', 'd:TaiwanStockPrice', 'all', 'latest', 'c:pe_ratio'],
    ['entities', 'd:TaiwanStockPrice', 'all', 'latest', ']'],
    ['entities+by', 'd:TaiwanStockPrice'],
  ])
    assert.equal(walk(tokens), null, tokens.join(' '))
})
