import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readBytes, requestFor } from '../../../test/support/feeds/fixture.ts'
import { goldPm } from './GoldPrice.ts'
import { lbmaFeeds } from './index.ts'

test('a history that ends before the day is not published yet; a longer one is read', () => {
  const bytes = readFileSync(`${import.meta.dirname}/fixtures/GoldPrice.gold_pm.json`)
  assert.equal(readBytes(goldPm, bytes, requestFor('2024-05-03')).kind, 'not_yet')
  assert.equal(readBytes(goldPm, bytes, requestFor('2024-05-01')).kind, 'rows')
})

test('the afternoon comes after the morning, whose price it replaces', () => {
  assert.deepEqual(
    lbmaFeeds.map(({ endpoint }) => endpoint),
    ['gold_am', 'gold_pm'],
  )
  assert.ok(lbmaFeeds.every(({ fills, role }) => role === 'part' && fills.includes('price')))
})
