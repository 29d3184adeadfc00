import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { openApi } from '../../../../test/support/api.ts'
import type { HttpResponse } from '../../../../test/support/client.ts'
import { builtAt, builtThrough, copyOfFew } from '../../../../test/support/fixture.ts'
import { startService } from '../../../../test/support/service.ts'
import { shareService } from '../../../../test/support/sharedService.ts'
import { callsPerHour } from '../../../access/plans.ts'
import { datasetHints } from '../../../catalogue/elsewhere.ts'
import { catalogue, find } from '../../../catalogue/index.ts'
import { theirDataset, theirNames } from './shapes.ts'

const { send, left, keys, ok, addKey } = await openApi(shareService())
const { free, lite, plus } = keys

const ask = (query: string, key: string | null = plus): Promise<HttpResponse> =>
  send(`/api/v4/data?${query}${key === null ? '' : `&token=${key}`}`)

async function rows(query: string): Promise<Record<string, unknown>[]> {
  const response = await ask(query)
  assert.equal(response.status, 200, `${query}: ${response.text.slice(0, 300)}`)
  const { msg, status, data } = response.json
  assert.deepEqual([Object.keys(response.json), msg, status], [['msg', 'status', 'data'], 'success', 200])
  return data
}

function refusedWith(response: HttpResponse, status: number, msg: RegExp): void {
  assert.equal(response.status, status, response.text)
  assert.deepEqual(Object.keys(response.json), ['msg', 'status'])
  assert.equal(response.json.status, status)
  assert.match(response.json.msg, msg)
  assert.match(response.headers['content-type']!, /^application\/json/)
}

const deals = 'institutional_investors:s long_deal_volume:i long_deal_amount:i short_deal_volume:i short_deal_amount:i'
const balances =
  'long_open_interest_balance_volume:i long_open_interest_balance_amount:i short_open_interest_balance_volume:i short_open_interest_balance_amount:i'

const sides = ['buy_top5', 'buy_top10', 'sell_top5', 'sell_top10']
const largest = ['trader', 'specific']
  .flatMap((who) => sides.map((side) => `${side}_${who}_open_interest:i ${side}_${who}_open_interest_per:f`))
  .concat('market_open_interest:i')
  .join(' ')

/**
 * Columns of FinMind's datasets as its documentation and the tests of its package name them, with the types of the
 * values in its responses: text, integer, float, boolean; a number of either kind where simulated rows are no whole lots.
 */
const published: Readonly<Record<string, string>> = {
  TaiwanStockInfo: 'industry_category:s stock_id:s stock_name:s type:s date:s',
  TaiwanStockInfoWithWarrant: 'industry_category:s stock_id:s stock_name:s type:s date:s',
  TaiwanStockTradingDate: 'date:s',
  TaiwanStockPrice:
    'date:s stock_id:s Trading_Volume:i Trading_money:i open:f max:f min:f close:f spread:f Trading_turnover:f',
  TaiwanStockPriceAdj:
    'date:s stock_id:s Trading_Volume:i Trading_money:i open:f max:f min:f close:f spread:f Trading_turnover:f',
  TaiwanStockWeekPrice:
    'stock_id:s yweek:s max:f min:f trading_volume:i trading_money:i trading_turnover:f date:s close:f open:f spread:f',
  TaiwanStockMonthPrice:
    'stock_id:s ymonth:s max:f min:f trading_volume:i trading_money:i trading_turnover:f date:s close:f open:f spread:f',
  TaiwanStockPER: 'date:s stock_id:s dividend_yield:f PER:f PBR:f',
  TaiwanStockStatisticsOfOrderBookAndTrade:
    'Time:s TotalBuyOrder:i TotalBuyVolume:i TotalSellOrder:i TotalSellVolume:i TotalDealOrder:i TotalDealVolume:n TotalDealMoney:n date:s',
  TaiwanVariousIndicators5Seconds: 'date:s TAIEX:f',
  TaiwanStockEvery5SecondsIndex: 'date:s time:s stock_id:s price:f kind:s',
  TaiwanStockDayTrading: 'stock_id:s date:s BuyAfterSale:s Volume:i BuyAmount:i SellAmount:i',
  TaiwanStockTotalReturnIndex: 'price:f stock_id:s date:s',
  TaiwanStock10Year: 'date:s stock_id:s close:f',
  TaiwanStockSuspended: 'stock_id:s date:s suspension_time:s resumption_date:s resumption_time:s',
  TaiwanStockDayTradingSuspension: 'stock_id:s date:s end_date:s reason:s',
  TaiwanStockPriceLimit: 'date:s stock_id:s reference_price:f limit_up:f limit_down:f',
  TaiwanStockMarginPurchaseShortSale:
    'date:s stock_id:s MarginPurchaseBuy:i MarginPurchaseCashRepayment:i MarginPurchaseLimit:i MarginPurchaseSell:i MarginPurchaseTodayBalance:i MarginPurchaseYesterdayBalance:i Note:s OffsetLoanAndShort:i ShortSaleBuy:i ShortSaleCashRepayment:i ShortSaleLimit:i ShortSaleSell:i ShortSaleTodayBalance:i ShortSaleYesterdayBalance:i',
  TaiwanStockTotalMarginPurchaseShortSale: 'TodayBalance:i YesBalance:i buy:i date:s name:s Return:i sell:i',
  TaiwanStockInstitutionalInvestorsBuySell: 'date:s stock_id:s buy:i name:s sell:i',
  TaiwanStockInstitutionalInvestorsBuySellWide:
    'date:s stock_id:s Foreign_Investor_buy:i Foreign_Investor_sell:i Foreign_Dealer_Self_buy:i Foreign_Dealer_Self_sell:i Investment_Trust_buy:i Investment_Trust_sell:i Dealer_buy:i Dealer_sell:i Dealer_self_buy:i Dealer_self_sell:i Dealer_Hedging_buy:i Dealer_Hedging_sell:i',
  TaiwanStockTotalInstitutionalInvestors: 'buy:i date:s name:s sell:i',
  TaiwanStockShareholding:
    'date:s stock_id:s stock_name:s InternationalCode:s ForeignInvestmentRemainingShares:i ForeignInvestmentShares:i ForeignInvestmentRemainRatio:f ForeignInvestmentSharesRatio:f ForeignInvestmentUpperLimitRatio:f ChineseInvestmentUpperLimitRatio:f NumberOfSharesIssued:i RecentlyDeclareDate:s note:s',
  TaiwanStockHoldingSharesPer: 'date:s stock_id:s HoldingSharesLevel:s people:i percent:f unit:i',
  TaiwanStockSecuritiesLending:
    'date:s stock_id:s transaction_type:s volume:i fee_rate:f close:f original_return_date:s original_lending_period:i',
  TaiwanStockMarginShortSaleSuspension: 'stock_id:s date:s end_date:s reason:s',
  TaiwanSecuritiesTraderInfo: 'securities_trader_id:s securities_trader:s date:s address:s phone:s',
  TaiwanTotalExchangeMarginMaintenance: 'date:s TotalExchangeMarginMaintenance:f',
  TaiwanStockBlockTrade: 'date:s stock_id:s trade_type:s price:f volume:i trading_money:i',
  TaiwanStockDispositionSecuritiesPeriod:
    'date:s stock_id:s stock_name:s disposition_cnt:i condition:s measure:s period_start:s period_end:s',
  TaiwanStockDayTradingBorrowingFeeRate:
    'date:s stock_id:s stock_name:s InvestorBorrowedShares:i InvestorBorrowingFeeRate:f',
  TaiwanStockFinancialStatements: 'date:s stock_id:s type:s value:f origin_name:s',
  TaiwanStockBalanceSheet: 'date:s stock_id:s type:s value:f origin_name:s',
  TaiwanStockCashFlowsStatement: 'date:s stock_id:s type:s value:f origin_name:s',
  TaiwanStockDividendResult:
    'date:s stock_id:s before_price:f after_price:f stock_and_cache_dividend:f stock_or_cache_dividend:s max_price:f min_price:f open_price:f reference_price:f',
  TaiwanStockMonthRevenue: 'date:s stock_id:s country:s revenue:i revenue_month:i revenue_year:i create_time:s',
  TaiwanStockCapitalReductionReferencePrice:
    'date:s stock_id:s ClosingPriceonTheLastTradingDay:f PostReductionReferencePrice:f LimitUp:f LimitDown:f OpeningReferencePrice:f ExrightReferencePrice:f ReasonforCapitalReduction:s',
  TaiwanStockMarketValue: 'date:s stock_id:s market_value:i',
  TaiwanStockDelisting: 'date:s stock_id:s stock_name:s',
  TaiwanStockMarketValueWeight: 'rank:i stock_id:s stock_name:s weight_per:f date:s type:s',
  TaiwanStockSplitPrice: 'date:s stock_id:s type:s before_price:f after_price:f max_price:f min_price:f open_price:f',
  TaiwanStockParValueChange:
    'date:s stock_id:s stock_name:s before_close:f after_ref_close:f after_ref_max:f after_ref_min:f after_ref_open:f',
  TaiwanFutOptDailyInfo: 'code:s type:s name:s',
  TaiwanFuturesDaily:
    'date:s futures_id:s contract_date:s open:f max:f min:f close:f spread:f spread_per:f volume:f settlement_price:f open_interest:f trading_session:s',
  TaiwanOptionDaily:
    'date:s option_id:s contract_date:s strike_price:f call_put:s open:f max:f min:f close:f volume:f settlement_price:f open_interest:f trading_session:s',
  TaiwanFuturesInstitutionalInvestors: `name:s date:s ${deals} ${balances}`,
  TaiwanOptionInstitutionalInvestors: `name:s date:s call_put:s ${deals} ${balances}`,
  TaiwanFuturesInstitutionalInvestorsAfterHours: `futures_id:s date:s ${deals}`,
  TaiwanOptionInstitutionalInvestorsAfterHours: `option_id:s date:s call_put:s ${deals}`,
  TaiwanFuturesDealerTradingVolumeDaily: 'date:s dealer_code:s dealer_name:s futures_id:s volume:i is_after_hour:b',
  TaiwanOptionDealerTradingVolumeDaily: 'date:s dealer_code:s dealer_name:s option_id:s volume:i is_after_hour:b',
  TaiwanFuturesSpreadTrading:
    'date:s futures_id:s contract_date:s open:f max:f min:f close:f best_bid:f best_ask:f historical_max:f historical_min:f spread_to_spread_volume:f spread_to_single_volume:f trading_session:s',
  TaiwanFuturesFinalSettlementPrice:
    'date:s contract_month:s futures_type:s futures_id:s futures_name:s settlement_price:f underlying_code:s notional_value:f',
  TaiwanStockConvertibleBondInfo: 'cb_id:s cb_name:s InitialDateOfConversion:s DueDateOfConversion:s IssuanceAmount:i',
  TaiwanFuturesOpenInterestLargeTraders: `name:s contract_type:s ${largest} date:s futures_id:s`,
  TaiwanOptionOpenInterestLargeTraders: `contract_type:s ${largest} date:s put_call:s name:s option_id:s`,
  TaiwanOptionFinalSettlementPrice:
    'date:s contract_month:s option_type:s option_id:s option_name:s settlement_price:f underlying_code:s notional_value:f',
  TaiwanStockConvertibleBondDailyOverview:
    'cb_id:s cb_name:s date:s InitialDateOfConversion:s DueDateOfConversion:s InitialDateOfStopConversion:s DueDateOfStopConversion:s ConversionPrice:f NextEffectiveDateOfConversionPrice:s LatestInitialDateOfPut:s LatestDueDateOfPut:s LatestPutPrice:f InitialDateOfEarlyRedemption:s DueDateOfEarlyRedemption:s EarlyRedemptionPrice:f DateOfDelisted:s IssuanceAmount:f OutstandingAmount:f ReferencePrice:f PriceOfUnderlyingStock:f InitialDateOfSuspension:s DueDateOfSuspension:s CouponRate:f',
  TaiwanDailyShortSaleBalances: `stock_id:s ${['PreviousDayBalance', 'ShortSales', 'ShortCovering', 'StockRedemption', 'CurrentDayBalance', 'Quota'].map((name) => `MarginShortSales${name}:i`).join(' ')} ${['PreviousDayBalance', 'ShortSales', 'Returns', 'Adjustments', 'CurrentDayBalance', 'Quota', 'ShortCovering'].map((name) => `SBLShortSales${name}:i`).join(' ')} date:s`,
  TaiwanStockDividend:
    'date:s stock_id:s year:s StockEarningsDistribution:f StockStatutorySurplus:f StockExDividendTradingDate:s TotalEmployeeStockDividend:f TotalEmployeeStockDividendAmount:f RatioOfEmployeeStockDividendOfTotal:f RatioOfEmployeeStockDividend:f CashEarningsDistribution:f CashStatutorySurplus:f CashExDividendTradingDate:s CashDividendPaymentDate:s TotalEmployeeCashDividend:f TotalNumberOfCashCapitalIncrease:f CashIncreaseSubscriptionRate:f CashIncreaseSubscriptionpRrice:f RemunerationOfDirectorsAndSupervisors:f ParticipateDistributionOfTotalShares:f AnnouncementDate:s AnnouncementTime:s',
  TaiwanStockNews: 'date:s stock_id:s description:s link:s source:s title:s',
  TaiwanBusinessIndicator:
    'date:s leading:f leading_notrend:f coincident:f coincident_notrend:f lagging:f lagging_notrend:f monitoring:f monitoring_color:s',
  TaiwanStockIndustryChain: 'stock_id:s industry:s sub_industry:s date:s',
  TaiwanExchangeRate: 'date:s currency:s cash_buy:f cash_sell:f spot_buy:f spot_sell:f',
  InterestRate: 'country:s date:s full_country_name:s interest_rate:f',
  GovernmentBondsYield: 'date:s name:s value:f',
  GoldPrice: 'Price:f date:s',
  CrudeOilPrices: 'date:s name:s price:f',
  USStockPrice: 'date:s stock_id:s Adj_Close:f Close:f High:f Low:f Open:f Volume:i',
}

/** The type of a value by the text that stands for it: Python reads a number with a point as a float. */
const typeIn = (source: string): string =>
  source.startsWith('"') ? 's' : /^(true|false)$/.test(source) ? 'b' : /[.e]/i.test(source) ? 'f' : 'i'

const ids: Readonly<Record<string, string>> = { GovernmentBondsYield: 'United States 10-Year' }

/** A request for some rows of a dataset, of one id where it has rows of all of them again and again. */
function someOf(name: string): string {
  const { dataset, more } = theirDataset(name)!
  const { id, example, complete } = dataset
  const isDaily = complete?.every === 'trading_day'
  const days = `start_date=${isDaily ? '2026-11-10' : '2025-01-01'}&end_date=2026-12-31`
  const isOfId = id !== null && example !== null && complete !== null && !more.isList && !more.fixed?.stock_id
  return `dataset=${name}&${days}${isOfId ? `&data_id=${ids[name] ?? example}` : ''}`
}

describe("the columns and types of FinMind's responses", () => {
  for (const [name, columns] of Object.entries(published))
    test(name, async () => {
      const { text } = await ask(someOf(name))
      const types = new Map<string, Set<string>>()
      const note = (column: string, value: unknown, { source }: { source?: string }) => {
        if (source !== undefined && value !== null)
          types.set(column, (types.get(column) ?? new Set()).add(typeIn(source)))
        return value
      }
      const { data } = JSON.parse(text, note as never)
      assert.ok(data?.length > 0, text.slice(0, 300))
      const expected = columns.split(' ').map((column) => column.split(':') as [string, string])
      for (const row of data) assert.deepEqual(Object.keys(row).sort(), expected.map(([column]) => column).sort())
      for (const [column, type] of expected) {
        // A column without any known value here has no type to compare.
        const found = [...(types.get(column) ?? [])].filter((one) => type !== 'n' || !'if'.includes(one))
        assert.ok(
          found.every((one) => one === type),
          `${column} is ${found}`,
        )
      }
    })
})

test('rows are those of the exact API in the names and units of FinMind, oldest first', async () => {
  const exact = (await ok('TaiwanStockPrice?stock_id=2330&start_date=2026-10-01&sort=asc')).json.data
  const prices = await rows('dataset=TaiwanStockPrice&data_id=2330&start_date=2026-10-01')
  assert.deepEqual(
    prices.map(({ date, open, max, min, close, Trading_Volume, Trading_money }) => [
      ...[date, open, max, min, close, Trading_Volume, Trading_money],
    ]),
    exact.map((row: Record<string, string>) => [
      row.trade_date,
      ...['open', 'high', 'low', 'close', 'volume', 'turnover'].map((column) => Number(row[column])),
    ]),
  )
  const margin = (await ok('TaiwanStockMarginPurchaseShortSale?stock_id=2330&limit=1')).json.data[0]
  const [lots] = (await rows(`dataset=TaiwanStockMarginPurchaseShortSale&data_id=2330&start_date=${builtThrough}`)) as [
    Record<string, number>,
  ]
  assert.equal(lots.MarginPurchaseTodayBalance! * 1_000, margin.margin_purchase_balance)
  const [flows] = (await ok('TaiwanStockInstitutionalInvestorsBuySell?stock_id=2330&limit=1')).json.data
  const long = await rows(`dataset=TaiwanStockInstitutionalInvestorsBuySell&data_id=2330&start_date=${builtThrough}`)
  assert.deepEqual(
    long.map(({ name, buy, sell }) => [name, buy, sell]),
    [
      ['Foreign_Investor', flows.foreign_investor_buy, flows.foreign_investor_sell],
      ['Foreign_Dealer_Self', flows.foreign_dealer_buy, flows.foreign_dealer_sell],
      ['Investment_Trust', flows.investment_trust_buy, flows.investment_trust_sell],
      ['Dealer_self', flows.dealer_self_buy, flows.dealer_self_sell],
      ['Dealer_Hedging', flows.dealer_hedging_buy, flows.dealer_hedging_sell],
    ],
  )
  const [amounts] = (await ok('TaiwanFuturesInstitutionalInvestors?stock_id=TX&limit=1')).json.data
  const [theirs] = (await rows(
    `dataset=TaiwanFuturesInstitutionalInvestors&data_id=TX&start_date=${builtThrough}`,
  )) as [Record<string, number>]
  assert.equal(theirs.long_deal_amount! * 1_000, Number(amounts.long_deal_amount))
})

test("a month's revenue has the first day of the next month, in rows and in requests", async () => {
  const exact = (await ok('TaiwanStockMonthRevenue?stock_id=2330&start_date=2026-03-01&end_date=2026-05-01&sort=asc'))
    .json.data
  const there = await rows('dataset=TaiwanStockMonthRevenue&data_id=2330&start_date=2026-04-01&end_date=2026-06-30')
  assert.deepEqual(
    there.map(({ date, revenue, revenue_year, revenue_month }) => [date, revenue, revenue_year, revenue_month]),
    exact.map(({ revenue }: { revenue: string }, i: number) => [`2026-0${i + 4}-01`, Number(revenue), 2026, i + 3]),
  )
  const inside = await rows('dataset=TaiwanStockMonthRevenue&data_id=2330&start_date=2026-04-02&end_date=2026-06-01')
  assert.deepEqual(inside, there.slice(1))
})

test('every name of FinMind and of ours has an answer, and unknown ones a sentence', async () => {
  for (const name of theirNames) assert.ok(theirDataset(name), name)
  for (const { name, dataset, isHere } of datasetHints)
    if (isHere) assert.ok(theirDataset(name), name)
    else {
      assert.ok(find(name) || !theirDataset(name), name)
      refusedWith(await ask(`dataset=${name}`), 422, new RegExp(dataset))
    }
  for (const { name } of catalogue) {
    const response = await ask(someOf(name))
    assert.ok(
      response.status === 200 || /asks? for \d+ rows/.test(response.text),
      `${name}: ${response.text.slice(0, 200)}`,
    )
  }
  refusedWith(await ask('dataset=Nothing'), 422, /no dataset named Nothing/)
  const [greed] = await rows(`dataset=TaiwanFearAndGreedIndex&start_date=${builtThrough}`)
  assert.equal(typeof greed!.fear_greed_score, 'number')
})

test('requests are refused in the form of FinMind, in both languages', async () => {
  refusedWith(await ask('data_id=2330'), 400, /dataset is missing/)
  refusedWith(await ask('dataset=TaiwanStockPrice'), 400, /start_date is needed without data_id/)
  refusedWith(await ask('dataset=TaiwanStockPrice&data_id=2330&start_date=2026-02-30'), 400, /start_date/)
  refusedWith(await ask('dataset=TaiwanStockPrice&dataset=TaiwanStockPER'), 400, /more than once/)
  refusedWith(await ask('dataset=TaiwanStockPrice&data_id=2330', free), 400, /Please update your user level/)
  refusedWith(
    await ask('dataset=TaiwanStockPrice&data_id=2330', 'eyJ0.eyJ1.sig'),
    401,
    /not an API key of this service/,
  )
  refusedWith(await ask('dataset=TaiwanStockPrice&data_id=2330', null), 401, /API key is required/)
  const long = await ask('dataset=TaiwanStockPrice&start_date=2020-01-01&end_date=2026-12-31')
  refusedWith(
    long,
    400,
    /ask for \d+ rows, and one response has at most 50000: ask for start_date=2020-01-01&end_date=/,
  )
  const [, narrower] = /ask for (start_date=\S+&end_date=\S+) first/.exec(long.json.msg)!
  assert.equal((await ask(`dataset=TaiwanStockPrice&${narrower}`)).status, 200)
  const chinese = await send('/api/v4/data?dataset=Nothing', { headers: { 'Accept-Language': 'zh-TW' }, key: plus })
  refusedWith(chinese, 422, /[一-鿿]/)
  // Also to a browser: programs read it.
  const browser = await send('/api/v4/data', { headers: { Accept: 'text/html,*/*;q=0.8' } })
  refusedWith(browser, 400, /dataset is missing/)
})

test('what has no effect, or another meaning, stands in a header', async () => {
  const query = 'dataset=TaiwanStockPER&data_id=2330&start_date=2026-11-10'
  const plain = await ask(query)
  assert.deepEqual(plain.warnings, [])
  // FinMind's package sends every parameter, empty ones too.
  const package_ = await ask(`${query}&stock_id=&securities_trader_id=&end_date=&user_id=&password=&device=package`)
  assert.deepEqual([package_.text, package_.warnings], [plain.text, []])
  assert.deepEqual((await ask(`${query}&page=2&user_id=me`)).warnings, [
    'not_applicable; param=page',
    'not_applicable; param=user_id',
  ])
  assert.match((await ask('dataset=TaiwanStockPER&data_id=9999&start_date=2026-11-10')).warnings.join(), /unknown_id/)
  const day = await ask(`dataset=TaiwanStockPER&start_date=${builtThrough}`)
  assert.deepEqual([...new Set(day.json.data.map(({ date }: { date: string }) => date))], [builtThrough])
  assert.ok(day.json.data.length > 50)
  assert.ok(day.warnings.includes(`one_day; param=start_date; day=${builtThrough}`))
  assert.match(String(plain.headers.link), /^<\/v1\/data\/TaiwanStockPER\?stock_id=2330.*>; rel="alternate"/)
  const [, exact] = /^<([^>]+)>/.exec(String(plain.headers.link))!
  assert.equal((await send(exact!, { key: plus })).json.count, plain.json.data.length)
  assert.equal(plain.headers['x-data-origin'], 'demo')
})

test('keys, tiers and calls are those of the exact API', async () => {
  const query = 'dataset=TaiwanStockPER&data_id=2330&start_date=2026-11-10'
  const before = await left(lite)
  const inAddress = await ask(query, lite)
  const inHeader = await send(`/api/v4/data?${query}`, { key: lite })
  assert.equal(inHeader.text, inAddress.text)
  assert.equal(await left(lite), before - 2)
  const again = await send(`/api/v4/data?${query}`, { key: lite, headers: { 'If-None-Match': inHeader.headers.etag! } })
  assert.deepEqual([again.status, await left(lite)], [304, before - 2])
  // A key in the header goes before one in the address.
  assert.equal((await send(`/api/v4/data?${query}&token=nonsense`, { key: lite })).status, 200)
  // Rows that need no key there need none here.
  assert.equal((await ask(query, null)).text, inAddress.text)
  refusedWith(await ask(query.replace('2330', '2412'), null), 401, /API key is required/)
  assert.equal((await send(`/v4/data?${query}`)).text, inAddress.text)
  for (const path of ['/api/v4/user_info', '/api/v2/user_info']) {
    const { json } = await send(`${path}?token=${lite}`)
    assert.deepEqual(
      [json.user_count, json.api_request_limit],
      [callsPerHour('lite') - before + 3, callsPerHour('lite')],
    )
  }
  const spent = await addKey('free')
  await Promise.all(Array.from({ length: callsPerHour('free') }, () => ask(query, spent)))
  const refused = await ask(query, spent)
  refusedWith(refused, 402, /Requests reach the upper limit.*600\/600.*after \d+ seconds/)
  assert.ok(Number(refused.headers['retry-after']) > 0)
  assert.equal(await left(spent), 0)
})

test('the lists of ids and of columns need no key', async () => {
  const { json: currencies } = await send('/api/v4/datalist?dataset=TaiwanExchangeRate')
  assert.equal(currencies.msg, 'success')
  assert.ok(currencies.data.includes('USD') && currencies.data.length > 10)
  assert.ok((await send('/api/v4/datalist?dataset=GovernmentBondsYield')).json.data.includes('United States 10-Year'))
  assert.deepEqual((await send('/api/v4/datalist?dataset=GoldPrice')).json.data, [])
  const { json: names } = await send('/api/v4/translation?dataset=TaiwanStockShareholding')
  const english = names.data.map((row: { english: string }) => row.english)
  assert.ok(english.includes('ForeignInvestmentShares') && english.includes('stock_id'))
  for (const { name } of names.data) assert.match(name, /[一-鿿]/)
  refusedWith(await send('/api/v4/datalist'), 400, /dataset is missing/)
  refusedWith(await send('/api/v4/translation?dataset=Nothing'), 422, /Nothing/)
})

test('no token of an address stands in the log', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'formosa-finmind-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const home = await copyOfFew(join(folder, 'home'))
  const settings = { FORMOSA_NOW: builtAt, ACCESS_LOG: 'full', LOG_LEVEL: 'debug' }
  const own = await openApi(startService(home, settings))
  const token = own.keys.plus
  const query = 'dataset=TaiwanStockPER&data_id=2330&start_date=2026-11-10'
  assert.equal((await own.send(`/api/v4/data?${query}&token=${token}`)).status, 200)
  for (const path of [`/api/v4/data?dataset=%ff&token=${token}`, `/api/v4/data?dataset=${token}&token=${token}x`]) {
    const { text, status } = await own.send(path)
    assert.ok(status >= 400 && !text.includes(token), text)
  }
  assert.equal(await own.service.stop(), 0)
  assert.match(own.service.log(), /"route":"\/v4\/data"/)
  assert.ok(!own.service.log().includes(token.slice(0, 20)))
})
