import assert from 'node:assert/strict'
import { ask, recordingsIn } from '../fixture.ts'
import { classMainDerivatives } from './TaiwanFutureOptionTickRealtime.ts'
import { classMain } from './TaiwanStockOverview.ts'
import { singleMain, classMain as withWarrants } from './TaiwanStockOverviewIncludeWarrant.ts'

const record = recordingsIn('isin')

record.rows('class_main_twse_stocks_20231205.html', classMain, ask('2023-12-05'), ({ rows }) => {
  assert.equal(rows.length, 985)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '2353'),
    {
      stock_id: '2353',
      stock_name: '宏碁',
      market: 'TWSE',
      security_type: 'stock',
      industry_code: '25',
      industry_category: '電腦及週邊設備業',
      isin_code: 'TW0002353000',
      cfi_code: 'ESVUFR',
      listing_date: '1996-09-18',
      delisting_date: null,
      is_active: true,
      as_of_date: '2023-12-05',
    },
  )
})

record.rows('class_main_twse_stocks_20231205.html', withWarrants, ask('2023-12-05'), ({ rows }) => {
  assert.equal(rows.length, 985)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '1101'),
    {
      stock_id: '1101',
      issue_key: '19620209',
      stock_name: '台泥',
      market: 'TWSE',
      security_type: 'stock',
      industry_code: '01',
      industry_category: '水泥工業',
      isin_code: 'TW0001101004',
      cfi_code: 'ESVUFR',
      listing_date: '1962-02-09',
      delisting_date: null,
      is_active: true,
      as_of_date: '2023-12-05',
      underlying_stock_id: null,
      warrant_type: null,
      exercise_style: null,
      exercise_price: null,
      exercise_ratio: null,
      last_trading_date: null,
      expiration_date: null,
    },
  )
})

record.rows('single_main_2330.html', singleMain, ask('2024-01-05', { id: '2330' }), ({ rows }) => {
  assert.equal(rows.length, 1)
  assert.deepEqual(rows[0], {
    stock_id: '2330',
    issue_key: '19940905',
    stock_name: '台積電',
    market: 'TWSE',
    security_type: 'stock',
    industry_code: '24',
    industry_category: '半導體業',
    isin_code: 'TW0002330008',
    cfi_code: 'ESVUFR',
    listing_date: '1994-09-05',
    delisting_date: null,
    is_active: true,
    as_of_date: '2024-01-05',
    underlying_stock_id: null,
    warrant_type: null,
    exercise_style: null,
    exercise_price: null,
    exercise_ratio: null,
    last_trading_date: null,
    expiration_date: null,
  })
})

record.rows('class_main_market7_futopt.html.gz', classMainDerivatives, ask('2024-01-05'), ({ rows }) => {
  assert.equal(rows.length, 6895)
  assert.deepEqual(
    rows.find((row) => row.contract_code === 'ZFFL4'),
    { contract_code: 'ZFFL4', product_type: 'futures', contract_name: '小型金融期貨2024/12' },
  )
})

record.others({})
