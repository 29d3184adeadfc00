import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readBytes, requestFor } from '../../../test/support/feeds/fixture.ts'
import { triedIn } from '../../../test/support/feeds/tried.ts'
import { dailyForeignExchangeRates } from './ExchangeRate.ts'
import { putCallRatioList, ssfLists, ssoLists } from './TaiwanFutureOptionDailyTotalOverview.ts'
import { futuresQuotes, optionQuotes } from './TaiwanFutureOptionTickRealtime.ts'
import { dailyFut } from './TaiwanFuturesBrokerDaily.ts'
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
import { dailyMarketReportOpt } from './TaiwanOptionDaily.ts'
import { callsAndPutsByDate } from './TaiwanOptionInstitutionalInvestors.ts'
import { dailyOpt } from './TaiwanOptionsBrokerDaily.ts'
import { largeTradersOptions } from './TaiwanOptionsLargeTraders.ts'
import { finalSettlementPriceOptions, finalSettlementPrice as optionsSettled } from './TaiwanOptionsSettlement.ts'

const tried = triedIn(import.meta.dirname)
const day = requestFor('2024-05-02')

tried(dailyMarketReportFut, 'TaiwanFuturesDaily.DailyMarketReportFut.json', day)
tried(spreadReport, 'TaiwanFuturesDaily.DailyMarketReportFut.json', day)
tried(futuresQuotes, 'TaiwanFuturesDaily.DailyMarketReportFut.json', day)
tried(dailyMarketReportOpt, 'TaiwanOptionDaily.DailyMarketReportOpt.json', day)
tried(optionQuotes, 'TaiwanOptionDaily.DailyMarketReportOpt.json', day)
tried(futuresContractsByDate, 'TaiwanFuturesInstitutionalInvestors.FuturesContractsBytheDate.json', day)
tried(callsAndPutsByDate, 'TaiwanOptionInstitutionalInvestors.CallsAndPutsBytheDate.json', day)
tried(largeTradersFutures, 'TaiwanFuturesLargeTraders.OpenInterestOfLargeTradersFutures.json', day)
tried(largeTradersOptions, 'TaiwanOptionsLargeTraders.OpenInterestOfLargeTradersOptions.json', day)
tried(dailyFut, 'TaiwanFuturesBrokerDaily.Daily_FUT.json', day)
tried(dailyOpt, 'TaiwanOptionsBrokerDaily.Daily_OPT.json', day)
tried(futuresSettled, 'TaiwanFuturesSettlement.FinalSettlementPrice.json', day)
tried(optionsSettled, 'TaiwanFuturesSettlement.FinalSettlementPrice.json', day)
tried(finalSettlementPriceFutures, 'TaiwanFuturesSettlement.FinalSettlementPriceFutures.json', day)
tried(finalSettlementPriceSsf, 'TaiwanFuturesSettlement.FinalSettlementPriceFutures.json', day)
tried(finalSettlementPriceOptions, 'TaiwanOptionsSettlement.FinalSettlementPriceOptions.json', day)
tried(settledPositionsFutures, 'TaiwanFuturesSettlement.SettledPositionsFutures.json', day)
tried(ssfLists, 'TaiwanFutureOptionDailyTotalOverview.SSFLists.json', day)
tried(ssoLists, 'TaiwanFutureOptionDailyTotalOverview.SSOLists.json', day)
tried(putCallRatioList, 'TaiwanFutureOptionDailyTotalOverview.PutCallRatio.json', day)
tried(dailyForeignExchangeRates, 'ExchangeRate.DailyForeignExchangeRates.json', day)

const encode = (text: string) => new TextEncoder().encode(text)
const fixture = (name: string) => readFileSync(`${import.meta.dirname}/fixtures/${name}`, 'utf8')
const brokers = fixture('TaiwanOptionsBrokerDaily.Daily_OPT.json')

test('a list of an older day is not published yet, and one of a newer day is another day', () => {
  assert.equal(readBytes(dailyOpt, encode(brokers), requestFor('2024-05-03')).kind, 'not_yet')
  const outcome = readBytes(dailyOpt, encode(brokers), requestFor('2024-04-30'))
  assert.ok(outcome.kind === 'other_day' && outcome.served === '2024-05-02')
})

test('an empty list that always has rows is not published yet', () => {
  assert.equal(readBytes(dailyOpt, encode('[]'), day).kind, 'not_yet')
})

test('a list served as a file has the same rows, whichever language its titles have', () => {
  const [row] = JSON.parse(brokers) as [Record<string, string>]
  const expected = readBytes(dailyOpt, encode(brokers), day)
  for (const titles of [Object.keys(row), ['期貨商代號', '期貨商名稱', '日期', '商品', '交易量']]) {
    const file = `\ufeff${titles.join(',')}\r\n${Object.values(row).join(',')}\r\n`
    assert.deepEqual(readBytes(dailyOpt, encode(file), day), expected)
    assert.equal(readBytes(dailyOpt, encode(file.slice(0, -3)), day).kind, 'blocked')
  }
})

test('a list made before the day is not published yet', () => {
  const list = encode(fixture('TaiwanFuturesSettlement.FinalSettlementPrice.json'))
  const made = (modified: string) => readBytes(futuresSettled, list, requestFor('2024-05-02', { modified })).kind
  assert.equal(made('2024-05-01T22:36:49Z'), 'rows')
  assert.equal(made('2024-05-01T12:00:00Z'), 'not_yet')
})

test('a product of a class that is not known is rejected, not called a stock', () => {
  const list = fixture('TaiwanFuturesSettlement.FinalSettlementPrice.json').replace('一號ETF期貨', '臺灣火箭指數期貨')
  const outcome = readBytes(futuresSettled, encode(list), day)
  assert.ok(outcome.kind === 'rows' && outcome.rows.length === 3)
  assert.deepEqual(
    outcome.rejected.map(({ column }) => column),
    ['product_category'],
  )
})
