import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, readBytes, recorded, recordedRows, withoutSamples as skip } from '../fixture.ts'
import { stockDayAll } from './TaiwanStockPrice.ts'

test('STOCK_DAY_ALL of 2025-11-21', { skip }, () => {
  const rows = recordedRows(stockDayAll, 'twse-openapi/exchangeReport_STOCK_DAY_ALL.json', ask('2025-11-21'))
  assert.equal(rows.length, 1321)
  assert.deepEqual(
    rows.find(({ stock_id }) => stock_id === '0050'),
    {
      stock_id: '0050',
      trade_date: '2025-11-21',
      open: '60.1000',
      high: '60.1500',
      low: '59.5000',
      close: '59.8500',
      volume: 327_691_489,
      turnover: '19593794724.00',
      trade_count: 410_104,
      spread: '-2.0500',
    },
  )
})

test('yesterday’s file is still to come, tomorrow’s is another day', { skip }, () => {
  const bytes = recorded('twse-openapi/STOCK_DAY_ALL_20260820_bare.json')
  assert.equal(
    recordedRows(stockDayAll, 'twse-openapi/STOCK_DAY_ALL_20260820_bare.json', ask('2026-08-20')).length,
    1376,
  )
  assert.deepEqual(readBytes(stockDayAll, bytes, ask('2026-08-21')), {
    kind: 'not_yet',
    reason: 'still answers with 2026-08-20, asked for 2026-08-21',
  })
  assert.deepEqual(readBytes(stockDayAll, bytes, ask('2026-08-19')), {
    kind: 'other_day',
    served: '2026-08-20',
    reason: 'asked for 2026-08-19, answered with 2026-08-20',
  })
})
