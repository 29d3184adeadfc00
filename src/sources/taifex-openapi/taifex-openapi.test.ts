import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readBytes, requestFor } from '../../../test/support/feeds/fixture.ts'
import { testFeedIn } from '../../../test/support/feeds/testFeedIn.ts'
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

const testFixture = testFeedIn(import.meta.dirname)
const day = requestFor('2024-05-02')

testFixture(dailyMarketReportFut, 'TaiwanFuturesDaily.DailyMarketReportFut.json', day)
testFixture(spreadReport, 'TaiwanFuturesDaily.DailyMarketReportFut.json', day)
testFixture(futuresQuotes, 'TaiwanFuturesDaily.DailyMarketReportFut.json', day)
testFixture(dailyMarketReportOpt, 'TaiwanOptionDaily.DailyMarketReportOpt.json', day)
testFixture(optionQuotes, 'TaiwanOptionDaily.DailyMarketReportOpt.json', day)
testFixture(futuresContractsByDate, 'TaiwanFuturesInstitutionalInvestors.FuturesContractsBytheDate.json', day)
testFixture(callsAndPutsByDate, 'TaiwanOptionInstitutionalInvestors.CallsAndPutsBytheDate.json', day)
testFixture(largeTradersFutures, 'TaiwanFuturesLargeTraders.OpenInterestOfLargeTradersFutures.json', day)
testFixture(largeTradersOptions, 'TaiwanOptionsLargeTraders.OpenInterestOfLargeTradersOptions.json', day)
testFixture(dailyFut, 'TaiwanFuturesBrokerDaily.Daily_FUT.json', day)
testFixture(dailyOpt, 'TaiwanOptionsBrokerDaily.Daily_OPT.json', day)
testFixture(futuresSettled, 'TaiwanFuturesSettlement.FinalSettlementPrice.json', day)
testFixture(optionsSettled, 'TaiwanFuturesSettlement.FinalSettlementPrice.json', day)
testFixture(finalSettlementPriceFutures, 'TaiwanFuturesSettlement.FinalSettlementPriceFutures.json', day)
testFixture(finalSettlementPriceSsf, 'TaiwanFuturesSettlement.FinalSettlementPriceFutures.json', day)
testFixture(finalSettlementPriceOptions, 'TaiwanOptionsSettlement.FinalSettlementPriceOptions.json', day)
testFixture(settledPositionsFutures, 'TaiwanFuturesSettlement.SettledPositionsFutures.json', day)
testFixture(ssfLists, 'TaiwanFutureOptionDailyTotalOverview.SSFLists.json', day)
testFixture(ssoLists, 'TaiwanFutureOptionDailyTotalOverview.SSOLists.json', day)
testFixture(putCallRatioList, 'TaiwanFutureOptionDailyTotalOverview.PutCallRatio.json', day)
testFixture(dailyForeignExchangeRates, 'ExchangeRate.DailyForeignExchangeRates.json', day)

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
