import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GoldPrice } from '../catalogue/other/GoldPrice.ts'
import { text } from '../fields.ts'
import { createBatch } from './batch.ts'

test('a batch keeps its rows while it grows, and is empty and free of memory once it is cleared', () => {
  const batch = createBatch(GoldPrice)
  const push = (price: number) =>
    batch.push({ trade_date: 20_000, price, price_am: null, price_pm: price, price_gbp: null, price_eur: null })
  for (let n = 0; n < 3_000; n++) push(n)
  const price = batch.columns.findIndex(({ name }) => name === 'price')
  const values = batch.values(price)
  assert.deepEqual([batch.size(), values[0], values[1_024], values[2_999]], [3_000, 0, 1_024, 2_999])
  batch.clear()
  assert.deepEqual([batch.size(), values.buffer.byteLength], [0, 0])
  push(7)
  assert.deepEqual([...batch.values(price)], [7])
})

test('text has no NUL and no half of a pair, which the dictionaries of the engine cannot hold', () => {
  const dataset = { ...GoldPrice, columns: { word: text('Word', '字') } }
  const batch = createBatch(dataset)
  for (const word of ['a', 'a\0', 'a\ufffd', 'b\ud800', 'a']) batch.push({ word } as never)
  assert.deepEqual([...batch.values(0)], [0, 1, 1, 2, 0])
  assert.deepEqual(batch.dictionary(0), ['a', 'a\ufffd', 'b\ufffd'])
})
