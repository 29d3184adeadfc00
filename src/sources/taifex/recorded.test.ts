import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBytes, recorded, requestFor, rowsIn, withoutSamples as skip } from '../../../test/support/feeds/fixture.ts'
import { testRecordings } from '../../../test/support/feeds/recordings.ts'
import { dailyFxRateDown } from './ExchangeRate.ts'
import { pcRatioDown, stockLists } from './TaiwanFutureOptionDailyTotalOverview.ts'
import { futDataDown } from './TaiwanFuturesDaily.ts'
import { futContractsDateDown } from './TaiwanFuturesInstitutionalInvestors.ts'
import { largeTraderFutDown } from './TaiwanFuturesLargeTraders.ts'
import { futDataDown as spreadsDown } from './TaiwanFuturesSpread.ts'
import { optDataDown } from './TaiwanOptionDaily.ts'
import { callsAndPutsDateDown } from './TaiwanOptionInstitutionalInvestors.ts'
import { largeTraderOptDown } from './TaiwanOptionsLargeTraders.ts'

const day = requestFor('2023-01-30')
const holiday = requestFor('2023-01-01')
const weeks = requestFor('2018-09-13', { to: '2018-10-03' })

testRecordings('taifex', [
  {
    file: 'futDataDown_all_20230130.csv',
    feed: futDataDown,
    request: day,
    count: 1464,
    has: [
      {
        trade_date: '2023-01-30',
        futures_id: 'TX',
        contract_month: '202302',
        trading_session: 'regular',
        open: '15450.0000',
        high: '15532.0000',
        low: '15349.0000',
        close: '15458.0000',
        spread: '548.0000',
        spread_percent: '3.68',
        volume: 56_025,
        settlement_price: '15457.0000',
        open_interest: 62_726,
        best_bid: '15458.0000',
        best_ask: '15459.0000',
        historical_high: '15532.0000',
        historical_low: '13909.0000',
        is_halted: false,
      },
    ],
    also({ rows }) {
      // January expired on that day, so it has no daily settlement price.
      const expiring = rows.filter((row) => row.contract_month === '202301')
      assert.ok(expiring.length > 200 && expiring.every((row) => row.settlement_price === null))
    },
  },
  {
    file: 'futDataDown_all_20230130.csv',
    feed: spreadsDown,
    request: day,
    count: 390,
    at: {
      0: {
        trade_date: '2023-01-30',
        futures_id: 'CAF',
        contract_month: '202301/202302',
        near_month: '202301',
        far_month: '202302',
        trading_session: 'regular',
        open: '0.0000',
        high: '0.0000',
        low: '0.0000',
        close: '0.0000',
        best_bid: null,
        best_ask: null,
        historical_high: '0.0000',
        historical_low: '-0.1000',
        spread_to_spread_volume: 14,
        spread_to_single_volume: 1,
      },
    },
  },
  {
    file: 'futDataDown_TX_20180913_20181003.csv',
    feed: futDataDown,
    request: weeks,
    count: 167,
    some: { 0: { settlement_price: '10718.0000', open_interest: 84_520, spread_percent: '-0.07' } },
  },
  { file: 'futDataDown_TX_20180913_20181003.csv', feed: spreadsDown, request: weeks, count: 47 },
  {
    file: 'optDataDown_all_20230130.csv',
    feed: optDataDown,
    request: day,
    count: 5922,
    also({ rows }) {
      const volume = (side: string) =>
        rows
          .filter((row) => row.option_id === 'TXO' && row.call_put === side)
          .reduce((sum, row) => sum + (row.volume as number), 0)
      // What the exchange gives as the volumes behind its put/call ratio of the day.
      assert.deepEqual([volume('put'), volume('call')], [349_525, 410_532])
    },
  },
  {
    file: 'futContractsDateDown_TXF_20230130.csv',
    feed: futContractsDateDown,
    request: day,
    count: 3,
    at: {
      2: {
        trade_date: '2023-01-30',
        futures_id: 'TX',
        futures_name: '臺股期貨',
        institutional_investor: 'foreign_investor',
        long_deal_volume: 61_232,
        long_deal_amount: '187462698000.00',
        short_deal_volume: 60_146,
        short_deal_amount: '184303292000.00',
        net_deal_volume: 1086,
        net_deal_amount: '3159406000.00',
        long_open_interest_volume: 32_100,
        long_open_interest_amount: '99233073000.00',
        short_open_interest_volume: 24_001,
        short_open_interest_amount: '74192341000.00',
        net_open_interest_volume: 8099,
        net_open_interest_amount: '25040732000.00',
      },
    },
  },
  {
    file: 'futContractsDateDown_MXF_20230130.csv',
    feed: futContractsDateDown,
    request: day,
    some: { 2: { futures_id: 'MTX', net_open_interest_amount: '2300406000.00' } },
  },
  {
    file: 'callsAndPutsDateDown_TXO_20230130.csv',
    feed: callsAndPutsDateDown,
    request: day,
    count: 6,
    some: {
      4: {
        option_id: 'TXO',
        call_put: 'put',
        institutional_investor: 'investment_trust',
        net_deal_volume: 30,
        net_deal_amount: '-1151000.00',
      },
    },
  },
  {
    file: 'largeTraderOptDown_20230130.csv',
    feed: largeTraderOptDown,
    request: day,
    count: 218,
    at: {
      '-1': {
        trade_date: '2023-01-30',
        option_id: 'TXO',
        option_name: '臺指',
        call_put: 'put',
        contract_month: 'all',
        buy_top5_trader_open_interest: 35_939,
        buy_top5_trader_open_interest_percent: '40.16',
        buy_top10_trader_open_interest: 48_027,
        buy_top10_trader_open_interest_percent: '53.66',
        sell_top5_trader_open_interest: 23_080,
        sell_top5_trader_open_interest_percent: '25.79',
        sell_top10_trader_open_interest: 28_460,
        sell_top10_trader_open_interest_percent: '31.80',
        buy_top5_specific_open_interest: 0,
        buy_top5_specific_open_interest_percent: '0.00',
        buy_top10_specific_open_interest: 7762,
        buy_top10_specific_open_interest_percent: '8.67',
        sell_top5_specific_open_interest: 2470,
        sell_top5_specific_open_interest_percent: '2.76',
        sell_top10_specific_open_interest: 4531,
        sell_top10_specific_open_interest_percent: '5.06',
        market_open_interest: 89_495,
      },
    },
  },
  {
    file: 'stockLists_2024.html',
    feed: stockLists,
    request: requestFor('2024-01-02'),
    count: 262 + 48,
    at: {
      0: {
        trade_date: '2024-01-02',
        product_id: 'CAF',
        product_type: 'futures',
        product_category: 'stock',
        underlying_stock_id: '1303',
      },
    },
  },
  { file: 'futDataDown_nodata_20230101.csv', feed: futDataDown, request: holiday, is: 'closed' },
  { file: 'optDataDown_nodata_20230101.csv', feed: optDataDown, request: holiday, is: 'closed' },
  { file: 'pcRatioDown_nodata_20230101.csv', feed: pcRatioDown, request: holiday, is: 'closed' },
  { file: 'futContractsDateDown_nodata_20230101.html', feed: futContractsDateDown, request: holiday, is: 'closed' },
  { file: 'largeTraderFutDown_nodata_20230101.html', feed: largeTraderFutDown, request: holiday, is: 'closed' },
  { file: 'dailyFXRateDown_nodata_20230101.html', feed: dailyFxRateDown, request: holiday, is: 'closed' },
  {
    file: 'callsAndPutsDateDown_datetime_error.html',
    feed: callsAndPutsDateDown,
    request: requestFor('2100-01-01'),
    is: 'not_yet',
  },
  { file: 'error_404.html', feed: futDataDown, request: day, is: 'blocked' },
  // Somebody's cut of a yearly file: it is no response of the exchange, and is not taken for one.
  {
    file: 'BRF_settlement_2018H2.csv',
    feed: futDataDown,
    request: requestFor('2018-07-01', { to: '2018-12-31' }),
    is: 'changed',
    message: /開盤價/,
  },
])

test('three years of institutions in one file are read', { skip }, () => {
  const bytes = recorded('history/taifex_futContractsDateDown_TXF_3y_big5.csv.gz')
  const request = requestFor('2015-10-05', { to: '2018-10-03' })
  const rows = rowsIn(futContractsDateDown, readBytes(futContractsDateDown, bytes, request))
  assert.equal(rows.length, 3 * 738)
  assert.equal(rows[0]!.net_open_interest_volume, -1221)
})
