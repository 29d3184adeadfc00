import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, readBytes, recorded, recordingsIn, rowsIn, withoutSamples as skip } from '../fixture.ts'
import { dailyFxRateDown } from './ExchangeRate.ts'
import { pcRatioDown, stockLists } from './TaiwanFutureOptionDailyTotalOverview.ts'
import { futDataDown } from './TaiwanFuturesDaily.ts'
import { futContractsDateDown } from './TaiwanFuturesInstitutionalInvestors.ts'
import { largeTraderFutDown } from './TaiwanFuturesLargeTraders.ts'
import { futDataDown as spreadsDown } from './TaiwanFuturesSpread.ts'
import { optDataDown } from './TaiwanOptionDaily.ts'
import { callsAndPutsDateDown } from './TaiwanOptionInstitutionalInvestors.ts'
import { largeTraderOptDown } from './TaiwanOptionsLargeTraders.ts'

const record = recordingsIn('taifex')
const day = ask('2023-01-30')
const holiday = ask('2023-01-01')
const isClosed = (outcome: { kind: string }) => assert.equal(outcome.kind, 'closed', JSON.stringify(outcome))

record.rows('futDataDown_all_20230130.csv', futDataDown, day, ({ rows }) => {
  assert.equal(rows.length, 1464)
  assert.deepEqual(
    rows.find((row) => row.futures_id === 'TX' && row.contract_month === '202302'),
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
  )
  // January expired on that day, so it has no daily settlement price.
  const expiring = rows.filter((row) => row.contract_month === '202301')
  assert.ok(expiring.length > 200 && expiring.every((row) => row.settlement_price === null))
})

record.rows('futDataDown_all_20230130.csv', spreadsDown, day, ({ rows }) => {
  assert.equal(rows.length, 390)
  assert.deepEqual(rows[0], {
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
  })
})

const weeks = ask('2018-09-13', { to: '2018-10-03' })
record.rows('futDataDown_TX_20180913_20181003.csv', futDataDown, weeks, ({ rows }) => {
  assert.equal(rows.length, 167)
  const { settlement_price, open_interest, spread_percent } = rows[0]!
  assert.deepEqual([settlement_price, open_interest, spread_percent], ['10718.0000', 84_520, '-0.07'])
})
record.rows('futDataDown_TX_20180913_20181003.csv', spreadsDown, weeks, ({ rows }) => assert.equal(rows.length, 47))

record.rows('optDataDown_all_20230130.csv', optDataDown, day, ({ rows }) => {
  assert.equal(rows.length, 5922)
  const volume = (side: string) =>
    rows
      .filter((row) => row.option_id === 'TXO' && row.call_put === side)
      .reduce((sum, row) => sum + (row.volume as number), 0)
  // What the exchange gives as the volumes behind its put/call ratio of the day.
  assert.deepEqual([volume('put'), volume('call')], [349_525, 410_532])
})

record.rows('futContractsDateDown_TXF_20230130.csv', futContractsDateDown, day, ({ rows }) => {
  assert.equal(rows.length, 3)
  assert.deepEqual(rows[2], {
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
  })
})

record.rows('futContractsDateDown_MXF_20230130.csv', futContractsDateDown, day, ({ rows }) => {
  assert.deepEqual([rows[2]!.futures_id, rows[2]!.net_open_interest_amount], ['MTX', '2300406000.00'])
})

record.rows('callsAndPutsDateDown_TXO_20230130.csv', callsAndPutsDateDown, day, ({ rows }) => {
  assert.equal(rows.length, 6)
  const { option_id, call_put, institutional_investor, net_deal_volume, net_deal_amount } = rows[4]!
  assert.deepEqual(
    [option_id, call_put, institutional_investor, net_deal_volume, net_deal_amount],
    ['TXO', 'put', 'investment_trust', 30, '-1151000.00'],
  )
})

record.rows('largeTraderOptDown_20230130.csv', largeTraderOptDown, day, ({ rows }) => {
  assert.equal(rows.length, 218)
  assert.deepEqual(rows.at(-1), {
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
  })
})

record.rows('stockLists_2024.html', stockLists, ask('2024-01-02'), ({ rows }) => {
  assert.equal(rows.length, 262 + 48)
  assert.deepEqual(rows[0], {
    trade_date: '2024-01-02',
    product_id: 'CAF',
    product_type: 'futures',
    product_category: 'stock',
    underlying_stock_id: '1303',
  })
})

record.outcome('futDataDown_nodata_20230101.csv', futDataDown, holiday, isClosed)
record.outcome('optDataDown_nodata_20230101.csv', optDataDown, holiday, isClosed)
record.outcome('pcRatioDown_nodata_20230101.csv', pcRatioDown, holiday, isClosed)
record.outcome('futContractsDateDown_nodata_20230101.html', futContractsDateDown, holiday, isClosed)
record.outcome('largeTraderFutDown_nodata_20230101.html', largeTraderFutDown, holiday, isClosed)
record.outcome('dailyFXRateDown_nodata_20230101.html', dailyFxRateDown, holiday, isClosed)
record.outcome('callsAndPutsDateDown_datetime_error.html', callsAndPutsDateDown, ask('2100-01-01'), (outcome) =>
  assert.equal(outcome.kind, 'not_yet'),
)
record.outcome('error_404.html', futDataDown, day, (outcome) => assert.equal(outcome.kind, 'blocked'))
// Somebody's cut of a yearly file: it is no answer of the exchange, and is not taken for one.
record.outcome('BRF_settlement_2018H2.csv', futDataDown, ask('2018-07-01', { to: '2018-12-31' }), (outcome) =>
  assert.ok(outcome.kind === 'changed' && outcome.reason.includes('開盤價')),
)

record.others({})

test('three years of institutions in one file are read', { skip }, () => {
  const bytes = recorded('history/taifex_futContractsDateDown_TXF_3y_big5.csv.gz')
  const asked = ask('2015-10-05', { to: '2018-10-03' })
  const rows = rowsIn(futContractsDateDown, readBytes(futContractsDateDown, bytes, asked))
  assert.equal(rows.length, 3 * 738)
  assert.equal(rows[0]!.net_open_interest_volume, -1221)
})
