import assert from 'node:assert/strict'
import { ask, recordingsIn } from '../fixture.ts'
import { stockInfo } from './TaiwanStockDailyPriceLimit.ts'
import { stockInfo as weightedIndex } from './TaiwanWeightedIndex.ts'

const record = recordingsIn('mis-twse')

record.rows('getStockInfo_2330.json', stockInfo, ask('2023-12-29', { id: '2330' }), ({ rows }) => {
  assert.equal(rows.length, 1)
  assert.deepEqual(rows[0], {
    stock_id: '2330',
    trade_date: '2023-12-29',
    market: 'TWSE',
    reference_price: '593.0000',
    limit_up: '652.0000',
    limit_down: '534.0000',
  })
})

record.rows('getStockInfo_t00.json', weightedIndex, ask('2023-12-29'), ({ rows }) => {
  assert.equal(rows.length, 1)
  assert.deepEqual(rows[0], {
    stock_id: 'TAIEX',
    trade_date: '2023-12-29',
    open: '17893.6300',
    high: '17945.7000',
    low: '17864.2300',
    close: '17930.8100',
  })
})

record.others({ 'getCategory_tse_TIDX.json': 'names of indices, which the test of indices reads' })
