import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, readBytes, recorded, recordedRows, withoutSamples as skip } from '../fixture.ts'
import { miIndex } from './TaiwanStockPrice.ts'

const day = ask('2023-01-30')

test('MI_INDEX of 2023-01-30', { skip }, () => {
  const rows = recordedRows(miIndex, 'twse/MI_INDEX_ALLBUT0999_20230130.json', day)
  assert.equal(rows.length, 1182)
  assert.deepEqual(
    rows.find(({ stock_id }) => stock_id === '2330'),
    {
      stock_id: '2330',
      trade_date: '2023-01-30',
      open: '542.0000',
      high: '543.0000',
      low: '534.0000',
      close: '543.0000',
      volume: 148_413_161,
      turnover: '80057158264.00',
      trade_count: 153_125,
      spread: '40.0000',
    },
  )
  const etf = rows.find(({ stock_id }) => stock_id === '0050')!
  assert.deepEqual([etf.close, etf.spread], ['120.7000', null])
})

test('a holiday is closed where the calendar says so', { skip }, () => {
  const outcome = readBytes(miIndex, recorded('twse/BFI82U_nodata_20230101.json'), ask('2023-01-01'))
  assert.equal(outcome.kind, 'closed')
})
