import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recorded, recordedRows, requestFor, withoutSamples as skip } from '../../../test/support/feeds/fixture.ts'
import { testRecordings } from '../../../test/support/feeds/recordings.ts'
import { openApiTable } from '../openapi.ts'
import { futuresNamed, optionNamed } from '../taifex/products.ts'
import { disagreements } from '../witness.ts'
import { dailyForeignExchangeRates } from './ExchangeRate.ts'
import { putCallRatioList, ssfLists } from './TaiwanFutureOptionDailyTotalOverview.ts'
import { futuresQuotes } from './TaiwanFutureOptionTickRealtime.ts'
import { dailyMarketReportFut } from './TaiwanFuturesDaily.ts'
import { futuresContractsByDate } from './TaiwanFuturesInstitutionalInvestors.ts'
import { largeTradersFutures } from './TaiwanFuturesLargeTraders.ts'
import {
  finalSettlementPriceFutures,
  finalSettlementPriceSsf,
  finalSettlementPrice as futuresSettled,
  settledPositionsFutures,
} from './TaiwanFuturesSettlement.ts'
import { dailyMarketReportFut as spreadReport } from './TaiwanFuturesSpread.ts'
import { callsAndPutsByDate } from './TaiwanOptionInstitutionalInvestors.ts'
import { dailyOpt } from './TaiwanOptionsBrokerDaily.ts'
import { finalSettlementPriceOptions, finalSettlementPrice as optionsSettled } from './TaiwanOptionsSettlement.ts'

const day = requestFor('2025-11-21', { modified: '2025-11-22T22:36:00Z' })

testRecordings(
  'taifex-openapi',
  [
    {
      file: 'DailyMarketReportFut.json.gz',
      feed: dailyMarketReportFut,
      request: day,
      count: 1887,
      left: [{ why: 'calendar spreads, which are TaiwanFuturesSpread', rows: 238 }],
      at: {
        0: {
          trade_date: '2025-11-21',
          futures_id: 'ZFF',
          contract_month: '202512',
          trading_session: 'regular',
          open: '2191.4000',
          high: '2216.4000',
          low: '2188.0000',
          close: '2206.8000',
          spread: '-9.6000',
          spread_percent: '-0.43',
          volume: 293,
          settlement_price: '2207.4000',
          open_interest: 267,
          best_bid: '2206.0000',
          best_ask: '2207.6000',
          historical_high: '2246.6000',
          historical_low: '2089.8000',
          is_halted: false,
        },
      },
    },
    {
      file: 'DailyMarketReportFut.json.gz',
      feed: spreadReport,
      request: day,
      count: 238,
      at: {
        '-1': {
          trade_date: '2025-11-21',
          futures_id: 'TX',
          contract_month: '202606/202609',
          near_month: '202606',
          far_month: '202609',
          trading_session: 'regular',
          open: '-213.0000',
          high: '-210.0000',
          low: '-213.0000',
          close: '-211.0000',
          best_bid: '-209.0000',
          best_ask: '-199.0000',
          historical_high: '-210.0000',
          historical_low: '-252.0000',
          spread_to_spread_volume: 3,
          spread_to_single_volume: 0,
        },
      },
    },
    {
      file: 'DailyMarketReportFut.json.gz',
      feed: futuresQuotes,
      request: day,
      count: 1887,
      some: { 0: { contract_code: 'ZFFL5', last_price: '2206.8000', snapshot_time: '2025-11-21T05:45:00.000Z' } },
      also({ rows }) {
        assert.equal(new Set(rows.map((row) => `${row.contract_code} ${row.trading_session}`)).size, rows.length)
      },
    },
    {
      file: 'MarketDataOfMajorInstitutionalTradersDetailsOfFuturesContractsBytheDate.json',
      feed: futuresContractsByDate,
      request: day,
      count: 66,
      at: {
        0: {
          trade_date: '2025-11-21',
          futures_id: 'TX',
          futures_name: '臺股期貨',
          institutional_investor: 'dealer',
          long_deal_volume: 15_881,
          long_deal_amount: '84988705000.00',
          short_deal_volume: 13_222,
          short_deal_amount: '70672336000.00',
          net_deal_volume: 2659,
          net_deal_amount: '14316369000.00',
          long_open_interest_volume: 5946,
          long_open_interest_amount: '31488783000.00',
          short_open_interest_volume: 3737,
          short_open_interest_amount: '19789946000.00',
          net_open_interest_volume: 2209,
          net_open_interest_amount: '11698837000.00',
        },
      },
    },
    {
      file: 'MarketDataOfMajorInstitutionalTradersDetailsOfCallsAndPutsBytheDate.json',
      feed: callsAndPutsByDate,
      request: day,
      count: 30,
      some: {
        0: { option_id: 'TXO', call_put: 'call', institutional_investor: 'dealer', net_deal_amount: '-101623000.00' },
      },
    },
    {
      file: 'OpenInterestOfLargeTradersFutures.json',
      feed: largeTradersFutures,
      request: day,
      count: 669,
      has: [
        {
          trade_date: '2025-11-21',
          futures_id: 'TX',
          futures_name: '臺股期貨(TX+MTX/4)',
          contract_month: 'all',
          buy_top5_trader_open_interest: 35_834,
          buy_top5_trader_open_interest_percent: '40.96',
          buy_top10_trader_open_interest: 47_414,
          buy_top10_trader_open_interest_percent: '54.20',
          sell_top5_trader_open_interest: 40_881,
          sell_top5_trader_open_interest_percent: '46.73',
          sell_top10_trader_open_interest: 51_321,
          sell_top10_trader_open_interest_percent: '58.67',
          buy_top5_specific_open_interest: 31_486,
          buy_top5_specific_open_interest_percent: '35.99',
          buy_top10_specific_open_interest: 38_970,
          buy_top10_specific_open_interest_percent: '44.55',
          sell_top5_specific_open_interest: 40_881,
          sell_top5_specific_open_interest_percent: '46.73',
          sell_top10_specific_open_interest: 46_784,
          sell_top10_specific_open_interest_percent: '53.48',
          market_open_interest: 87_477,
        },
      ],
    },
    {
      file: 'Daily_OPT.json',
      feed: dailyOpt,
      request: day,
      count: 4140,
      at: {
        0: {
          trade_date: '2025-11-03',
          broker_id: 'F034999',
          broker_name: '澳帝華期貨自營',
          option_id: 'TEO',
          trading_session: 'all',
          volume: 45,
        },
      },
    },
    {
      file: 'FinalSettlementPrice.json',
      feed: futuresSettled,
      request: day,
      count: 679,
      at: {
        '-1': {
          settlement_date: '2025-09-02',
          futures_id: 'BRF',
          contract_month: '202510',
          futures_name: '布蘭特原油期貨',
          product_category: 'commodity',
          final_settlement_price: '2084.3700',
          underlying_stock_id: null,
          contract_value: null,
        },
      },
      also({ rows }) {
        const classes = Map.groupBy(rows, (row) => String(row.product_category))
        assert.deepEqual(Object.fromEntries([...classes].map(([name, { length }]) => [name, length])), {
          stock: 575,
          etf: 46,
          index: 50,
          fx: 4,
          commodity: 4,
        })
      },
    },
    {
      file: 'FinalSettlementPrice.json',
      feed: optionsSettled,
      request: day,
      count: 118,
      has: [
        {
          settlement_date: '2025-11-19',
          option_id: 'CDO',
          contract_month: '202511',
          option_name: '台積電選擇權',
          product_category: 'stock',
          final_settlement_price: '1400.0300',
          underlying_stock_id: null,
          contract_value: null,
        },
      ],
    },
    {
      file: 'FinalSettlementPriceFutures.json',
      feed: finalSettlementPriceFutures,
      request: day,
      count: 327,
      at: {
        0: {
          settlement_date: '2025-11-19',
          futures_id: 'BTF',
          contract_month: '202511',
          final_settlement_price: '3601.0000',
        },
      },
    },
    {
      file: 'FinalSettlementPriceSSF.json',
      feed: finalSettlementPriceSsf,
      request: day,
      count: 311,
      some: { '-1': { final_settlement_price: '772.9900' } },
    },
    {
      file: 'FinalSettlementPriceOptions.json',
      feed: finalSettlementPriceOptions,
      request: day,
      count: 1,
      at: {
        0: {
          settlement_date: '2025-11-21',
          option_id: 'TXO',
          contract_month: '202511F3',
          final_settlement_price: '26503.0000',
        },
      },
    },
    {
      file: 'SettledPositionsFutures.json',
      feed: settledPositionsFutures,
      request: day,
      count: 328,
      at: { 0: { settlement_date: '2025-11-19', futures_id: 'TX', contract_month: '202511' } },
    },
    {
      file: 'SSFLists.json',
      feed: ssfLists,
      request: day,
      count: 309,
      at: {
        0: {
          trade_date: '2025-11-21',
          product_id: 'CAF',
          product_type: 'futures',
          product_category: 'stock',
          underlying_stock_id: '1303',
        },
      },
    },
    {
      file: 'PutCallRatio.json',
      feed: putCallRatioList,
      request: day,
      count: 22,
      at: {
        0: {
          trade_date: '2025-11-21',
          product_id: 'TXO',
          put_volume: 666_800,
          call_volume: 809_218,
          put_open_interest: 84_537,
          call_open_interest: 90_661,
          put_call_volume_ratio: '0.8240',
          put_call_oi_ratio: '0.9325',
        },
      },
    },
    {
      file: 'DailyForeignExchangeRates.json',
      feed: dailyForeignExchangeRates,
      request: day,
      count: 70,
      at: {
        '-2': { currency: 'USD', trade_date: '2025-11-21', reference_rate: '31.430000' },
        '-1': { currency: 'CNY', trade_date: '2025-11-21', reference_rate: '4.418429' },
      },
    },
  ],
  {
    'DailyVolumeReportOnCalendarSpreadOrders.json': 'shares of spread orders in the volume of a product',
    'FCMLists.json': 'addresses of futures brokers',
    'IndexFuturesAndOptionsMargining.json': 'margins',
    'MarketDataOfMajorInstitutionalTradersGeneralBytheDate.json': 'institutions over all products, netted',
    'PositionLimitNonEquity.json': 'position limits',
    'TimeAndSalesData.json.gz': 'single trades',
    'Weekly_FUT.json.gz': 'weeks of brokers',
    'Weekly_OPT.json': 'weeks of brokers',
  },
)
const listOf = (file: string) => {
  const { titles, rows } = openApiTable(recorded(`taifex-openapi/${file}`))!
  return rows.map((row) => Object.fromEntries(titles.map((title, at) => [title, String(row[at])])))
}

test('witness prices agree with the stored prices', { skip }, () => {
  for (const [feed, rows, file] of [
    [finalSettlementPriceFutures, futuresSettled, 'FinalSettlementPriceFutures.json'],
    [finalSettlementPriceSsf, futuresSettled, 'FinalSettlementPriceSSF.json'],
    [finalSettlementPriceOptions, optionsSettled, 'FinalSettlementPriceOptions.json'],
  ] as const) {
    const id = (row: Record<string, unknown>) => feed.dataset.key.map((name) => row[name]).join(' ')
    const parsed = new Map(
      recordedRows(rows, 'taifex-openapi/FinalSettlementPrice.json', day).map((row) => [id(row), row]),
    )
    for (const row of recordedRows(feed, `taifex-openapi/${file}`, day))
      assert.deepEqual(disagreements(feed, row as never, parsed.get(id(row)) as never), [], id(row))
  }
})

test('brokers trade twice what the market trades, and their weeks are the sums of their days', { skip }, () => {
  const days = recordedRows(dailyOpt, 'taifex-openapi/Daily_OPT.json', day)
  const ofTheDay = days.filter((row) => row.trade_date === '2025-11-21' && row.option_id === 'TXO')
  assert.equal(
    ofTheDay.reduce((sum, row) => sum + (row.volume as number), 0),
    2 * (666_800 + 809_218),
  )
  const weeks = listOf('Weekly_OPT.json')
  assert.equal(weeks.length, 828)
  const groups: Readonly<Record<string, string>> = { STC: 'STO', ETC: 'ETO' }
  for (const { FCMCode, FromDate, ToDate, Contract, Volume } of weeks) {
    const isIn = (date: string) => date >= FromDate! && date <= ToDate!
    const parts = days.filter(
      (row) =>
        row.broker_id === FCMCode &&
        row.option_id === (groups[Contract!] ?? Contract) &&
        isIn(String(row.trade_date).replaceAll('-', '')),
    )
    assert.equal(
      parts.reduce((sum, row) => sum + (row.volume as number), 0),
      Number(Volume),
    )
  }
})

test('where a product has no night, its volume is half of what buyers and sellers traded', { skip }, () => {
  const volumes = new Map<string, number>()
  const nights = new Set<string>()
  for (const row of recordedRows(dailyMarketReportFut, 'taifex-openapi/DailyMarketReportFut.json.gz', day)) {
    const id = String(row.futures_id)
    volumes.set(id, (volumes.get(id) ?? 0) + (row.volume as number))
    if (row.trading_session === 'after_hours') nights.add(id)
  }
  const products = listOf('DailyVolumeReportOnCalendarSpreadOrders.json').filter(
    (row) => row.Date === '20251121' && volumes.has(row.ProductCode!) && !nights.has(row.ProductCode!),
  )
  for (const row of products)
    assert.equal(2 * volumes.get(row.ProductCode!)!, Number(row['MarketVolume(Buy+Sell)']), row.ProductCode)
  assert.equal(products.length, 301)
})

test('every product without an underlying stock is known by its name', { skip }, () => {
  for (const { Contract, ContractName } of listOf('PositionLimitNonEquity.json'))
    assert.equal(futuresNamed(ContractName!) ?? optionNamed(ContractName!), Contract)
})
