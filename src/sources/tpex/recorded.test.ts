import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, readBytes, recorded, rowsIn, withoutSamples as skip } from '../fixture.ts'
import { dailyQuotes } from './TaiwanStockPrice.ts'

test('dailyQuotes of 2023-01-30', { skip }, () => {
  const outcome = readBytes(dailyQuotes, recorded('tpex/dailyQuotes_20230130.json.gz'), ask('2023-01-30'))
  const rows = rowsIn(dailyQuotes, outcome)
  assert.deepEqual(outcome.kind === 'rows' && outcome.left, [{ why: 'warrants', rows: 6373 }])
  assert.equal(rows.length, 7281 - 6373)
  assert.deepEqual(
    rows.find(({ stock_id }) => stock_id === '6488'),
    {
      stock_id: '6488',
      trade_date: '2023-01-30',
      open: '505.0000',
      high: '530.0000',
      low: '505.0000',
      close: '530.0000',
      volume: 6_115_888,
      turnover: '3179234099.00',
      trade_count: 6960,
      spread: '37.0000',
    },
  )
})
