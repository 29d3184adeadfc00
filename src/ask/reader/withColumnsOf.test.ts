import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanonical } from '../canonical/canonical.ts'
import { withColumnsOf } from './withColumnsOf.ts'

const canonical = createCanonical()
const read = (sentence: string) => canonical.read(sentence, 'code')[0]!
const index = (columns: string, when = 'the latest date') => read(`TaiwanWeightedIndex: ${columns} for TAIEX, ${when}.`)

test('a meaning gets the columns of others that ask for the same rows, each once', () => {
  const widened = withColumnsOf(index('close; spread'), [index('close; change_percent'), index('spread; close')])
  assert.equal(
    canonical.print(widened!, 'code'),
    'TaiwanWeightedIndex: close; spread; change_percent for TAIEX, the latest date.',
  )
})

test('other rows add nothing, nor do too many columns', () => {
  const first = index('close')
  assert.equal(withColumnsOf(first, [index('close; spread', 'on each date of this week')]), null)
  assert.equal(withColumnsOf(first, [first]), null)
  assert.equal(withColumnsOf(first, [index('open; high; low')]), null)
  assert.equal(withColumnsOf(undefined, []), null)
})
