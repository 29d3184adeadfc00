import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lakeOf } from '../../test/support/derived.ts'
import { TaiwanDailyShortSaleBalances } from '../catalogue/chips/TaiwanDailyShortSaleBalances.ts'
import { TaiwanStockMarginPurchaseShortSale } from '../catalogue/chips/TaiwanStockMarginPurchaseShortSale.ts'
import { creditLimit } from './TaiwanStockCreditLimit.ts'

const lake = await lakeOf(creditLimit.from)

const key = { stock_id: '2330', trade_date: '2023-01-30', market: 'TWSE' }
await lake.put(TaiwanStockMarginPurchaseShortSale, [
  {
    ...key,
    margin_purchase_balance: 19_387_000,
    margin_purchase_limit: 6_482_595_000,
    short_sale_limit: 1,
    short_sale_balance: 1,
  },
  { ...key, stock_id: '1101', margin_purchase_balance: 2, margin_purchase_limit: 3 },
  { ...key, stock_id: '6488', market: 'TPEX', margin_purchase_balance: 5, margin_purchase_limit: 0 },
  { ...key, trade_date: '2023-01-31', margin_purchase_balance: 1, margin_purchase_limit: null },
])
await lake.put(TaiwanDailyShortSaleBalances, [
  {
    ...key,
    short_sale_balance: 1_633_000,
    short_sale_limit: 6_482_595_114,
    sbl_short_sale_balance: 30_390_988,
    sbl_short_sale_limit: 3_399_967,
  },
  {
    ...key,
    stock_id: '00679B',
    market: 'TPEX',
    short_sale_balance: 0,
    short_sale_limit: 0,
    sbl_short_sale_balance: 7,
    sbl_short_sale_limit: 8,
    note: 'Y',
  },
  { ...key, trade_date: '2023-02-01', short_sale_balance: 40_001, short_sale_limit: 40_000 },
])

test('margin and short tables are joined by security, day and market', async () => {
  assert.deepEqual(
    (await lake.rows(creditLimit)).map((row) => Object.values(row).join(' ')),
    [
      '00679B 2023-01-30 TPEX    0 0  8 7 Y',
      '1101 2023-01-30 TWSE 3 2 66.6667      ',
      '2330 2023-01-30 TWSE 6482595000 19387000 0.2991 6482595114 1633000 0.0252 3399967 30390988 ',
      '2330 2023-01-31 TWSE  1       ',
      '2330 2023-02-01 TWSE    40000 40001 100.0025 0 0 ',
      '6488 2023-01-30 TPEX 0 5       ',
    ],
  )
})

test('quotas brought up to date equal those computed at once', async () => {
  for (const since of ['2023-01-30', '2023-01-31', '2023-02-01', '2023-02-02'])
    await lake.assertIncremental(creditLimit, since)
})
