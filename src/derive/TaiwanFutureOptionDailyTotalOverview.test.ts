import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lakeOf } from '../../test/support/derived.ts'
import { TaiwanFuturesDaily } from '../catalogue/derivatives/TaiwanFuturesDaily.ts'
import { TaiwanOptionDaily } from '../catalogue/derivatives/TaiwanOptionDaily.ts'
import { products } from './products.ts'
import { productOverview } from './TaiwanFutureOptionDailyTotalOverview.ts'

const lake = await lakeOf(productOverview.from)

const futures = (
  futures_id: string,
  contract_month: string,
  trading_session: string,
  volume: number,
  open_interest: number | null,
) => ({
  trade_date: '2023-01-30',
  futures_id,
  contract_month,
  trading_session,
  volume,
  open_interest,
})
const option = (
  option_id: string,
  strike_price: string,
  call_put: string,
  trading_session: string,
  volume: number,
  open_interest: number | null,
) => ({
  trade_date: '2023-01-30',
  option_id,
  contract_month: '202302',
  strike_price,
  call_put,
  trading_session,
  volume,
  open_interest,
})

await lake.put(TaiwanFuturesDaily, [
  futures('TX', '202302', 'regular', 100, 50),
  futures('TX', '202302', 'after_hours', 70, null),
  futures('TX', '202303', 'regular', 3, 4),
  futures('CDF', '202302', 'after_hours', 9, null),
  futures('QQF', '202302', 'regular', 1, 1),
  { ...futures('TX', '202302', 'regular', 5, 6), trade_date: '2023-01-31' },
])
await lake.put(TaiwanOptionDaily, [
  option('TXO', '15000', 'call', 'regular', 300_000, 87_502),
  option('TXO', '15000', 'call', 'after_hours', 110_532, null),
  option('TXO', '15000', 'put', 'regular', 349_525, 89_000),
  option('TXO', '15100', 'put', 'regular', 0, 495),
  option('CDO', '500', 'put', 'regular', 8, 1),
  { ...option('TXO', '15000', 'put', 'regular', 1, null), trade_date: '2023-01-31' },
])

test('a product is the sum of its contracts; 2023-01-30 has the official put/call ratios', async () => {
  assert.deepEqual(
    (await lake.rows(productOverview)).map((row) =>
      Object.values(row)
        .map((value) => value ?? '-')
        .join(' '),
    ),
    [
      '2023-01-30 CDF futures 台積電期貨 stock 2330 1 9 9 - - - - - - -',
      '2023-01-30 CDO option 台積電選擇權 stock 2330 1 8 0 1 8 0 1 - - -',
      '2023-01-30 QQF futures - - - 1 1 0 1 - - - - - -',
      '2023-01-30 TX futures 臺股期貨 index - 2 173 70 54 - - - - - -',
      '2023-01-30 TXO option 臺指選擇權 index - 3 760057 110532 176997 349525 410532 89495 87502 0.8514 1.0228',
      '2023-01-31 TX futures 臺股期貨 index - 1 5 0 6 - - - - - -',
      '2023-01-31 TXO option 臺指選擇權 index - 1 1 0 - 1 0 - - - -',
    ],
  )
})

test('totals brought up to date equal those computed at once', async () => {
  for (const since of ['2023-01-30', '2023-01-31', '2023-02-01']) await lake.assertIncremental(productOverview, since)
})

test('every product has a name of its own', () => {
  assert.equal(new Set([...products.values()].map(({ name }) => name)).size, products.size)
  assert.deepEqual(products.get('DHF'), {
    name: '鴻海期貨',
    category: 'stock',
    underlying_stock_id: '2317',
  })
  assert.deepEqual(products.get('GBF'), { name: '公債期貨', category: 'interest_rate', underlying_stock_id: null })
})
