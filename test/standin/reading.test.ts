import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Feed, FeedRequest } from '../../src/sources/feed.ts'
import { feeds } from '../../src/sources/index.ts'
import type { Outcome, Row } from '../../src/sources/outcome.ts'
import { printed } from '../support/feeds/fixture.ts'
import { type ExchangeClient, type Fetched, openExchangeClient, through } from './exchangeClient.ts'
import { balance, cash, income, typesOf } from './mops/statements.ts'
import { countOf, type Printed, truthOf } from './truth.ts'

let client: ExchangeClient
/** The evening of the request. */
let today = through
/** Responses of the exchange, by evening. */
const responses = new Map<string, Map<string, Promise<Fetched>>>()
/** The outcome of a feed on this evening. */
function readBack(feed: Feed, request: FeedRequest): Promise<Outcome> {
  const kept = responses.get(today) ?? new Map<string, Promise<Fetched>>()
  responses.set(today, kept)
  return client.readBack(feed, request, kept)
}

before(async () => {
  client = await openExchangeClient(() => today)
})
after(() => client?.close())

/** The request for a feed in this test, within the days whose seconds the market keeps. */
const requestOf = ({ span }: Feed): Omit<FeedRequest, 'calendar'> => {
  const days = {
    day: ['2026-11-12', '2026-11-12'],
    month: ['2026-10-01', '2026-10-31'],
    quarter: ['2026-04-01', '2026-06-30'],
    year: ['2026-01-01', '2026-12-31'],
    range: ['2026-10-01', '2026-10-31'],
    latest: [through, through],
  }[span] as [string, string]
  return { from: days[0], to: days[1], id: null, modified: null }
}

type Expectation = {
  readonly request?: Partial<FeedRequest>
  /** The evening of the question, where it is not that of the newest day. */
  readonly today?: string
  /** Days of the printed rows, if they are not the requested ones. */
  readonly days?: readonly [string, string]
  readonly where?: string
  /** What the rows are taken from, where it is not the dataset as it stands. */
  readonly from?: string
  /** Rows whose values are compared, where all are too many: a column and the ending of its text; all are counted. */
  readonly sample?: readonly [column: string, ending: string]
  /** Only some rows are printed. */
  readonly some?: true
  /** Number of printed rows that the market does not have. */
  readonly beyond?: number
  /** Nothing of the kind happened. */
  readonly none?: true
  /** Makes rows of publisher and market comparable where the publisher prints them differently. */
  readonly normalize?: (row: Printed) => Printed
}

const without =
  (...names: readonly string[]) =>
  (row: Printed): Printed =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))

/** The moments of a day are two hundred thousand rows; every twelfth is a full minute. */
const everyMinute: Expectation = {
  request: { from: through, to: through },
  ...(process.env.TORTURE === undefined ? { sample: ['trade_time', ':00'] } : {}),
}

const nameOf = ({ publisher, dataset, endpoint }: Feed) => `${publisher.id} ${dataset.name} ${endpoint}`

/** A range long enough that something happened. */
const long = { request: { from: '2026-01-01', to: '2026-11-13' } }

/** Events that overlap the requested days. */
const overlapping: Expectation = {
  days: ['2000-01-01', '2026-10-31'],
  where: `announce_date <= DATE '2026-10-31' AND period_end_date >= DATE '2026-10-01'`,
}
const suspended = (first: string, last: string): Expectation => ({
  days: ['2000-01-01', '2099-12-31'],
  where: `suspend_start_date <= DATE '${last}' AND coalesce(suspend_end_date, suspend_start_date) >= DATE '${first}'`,
})
const touching = suspended('2026-10-01', '2026-10-31')
const coming = suspended(through, '2099-12-31')

/** A security that did not trade has no change, or one of zero. */
const compared: Expectation = { normalize: (row) => (row.close === null ? { ...row, spread: null } : row) }
const prices: Expectation = { ...compared, request: { from: '2026-11-10', to: '2026-11-10' } }

/** Bonds that are listed, whenever they were issued. */
const bonds: Expectation = {
  days: ['2000-01-01', through],
  where: `listing_date <= DATE '2026-11-12' AND coalesce(delisting_date, maturity_date) >= DATE '2026-11-12'`,
}

/** Brokers are printed from the first of the month on. */
const thisMonth: Expectation = { days: ['2026-11-01', through] }
const newestExpiry: Expectation = { days: ['2026-11-11', '2026-11-11'] }
const middleRates: Expectation = { where: `currency IN ('USD', 'CNY')` }
/** The end of the month before; what is published is no estimate. */
const weights: Expectation = { days: ['2026-10-30', '2026-10-30'], normalize: without('is_estimated') }

/** Where nothing is left of the mark, a change of zero may be none that is compared. */
const unmarked: Expectation = { normalize: (row) => (Number(row.spread) === 0 ? { ...row, spread: null } : row) }
/** Trades are printed in whole lots and whole millions. */
const wholeLots: Expectation = {
  normalize: (row) => ({
    ...row,
    volume: Math.floor(Number(row.volume) / 1000),
    turnover: Math.floor(Number(row.turnover) / 1_000_000),
  }),
}
const inForce: Expectation = {
  days: ['2000-01-01', through],
  where: `announce_date <= DATE '${through}' AND period_end_date >= DATE '${through}'`,
}

/** All of it, up to now. */
const history: Expectation = { days: ['1900-01-01', through] }

const listed: Expectation = {
  ...history,
  where: `coalesce(listing_date <= DATE '${through}', true) AND coalesce(delisting_date > DATE '${through}', true)`,
}
const companies: Expectation = { ...listed, where: `security_type IN ('stock', 'tdr') AND ${listed.where}` }
const official: Expectation = {
  ...history,
  some: true,
  where: `classification = 'official' AND stock_id IN (SELECT stock_id FROM TaiwanStockOverview WHERE ${listed.where})`,
}
/** Issues of one code are not distinguished there. */
const warrants: Expectation = {
  ...listed,
  where: `security_type = 'warrant' AND ${listed.where}`,
  normalize: without('issue_key', 'listing_date'),
}
const newestMonth: Expectation = { days: ['2026-10-01', '2026-10-01'], normalize: without('first_seen_date') }

const revenues: Expectation = { normalize: without('first_seen_date') }

/** Condensed statements have some lines, under names of their own, and do not say when they were announced. */
const condensed = (statement: Parameters<typeof typesOf>[0], business?: 'ci' | 'fh'): Expectation => {
  const banks = `SELECT stock_id FROM TaiwanStockFinancialStatement WHERE type = 'NetInterestIncome'`
  const lines = (of: 'ci' | 'fh') =>
    `(stock_id ${of === 'fh' ? 'IN' : 'NOT IN'} (${banks}) AND type IN ('${typesOf(statement, of).join("', '")}'))`
  const lineFilter = business ? lines(business) : `(${lines('ci')} OR ${lines('fh')})`
  const parent = `NOT (type = '${statement.parent}' AND statement_scope = 'individual')`
  return {
    days: ['2026-06-30', '2026-06-30'],
    where: `period = 'quarterly' AND ${lineFilter} AND ${parent}`,
    normalize: without('announce_date', 'origin_name', 'is_derived'),
  }
}
/** Income runs from 1 January on. */
const runningIncome = `(SELECT a.* REPLACE ((SELECT sum(value) FROM TaiwanStockFinancialStatement b
  WHERE b.stock_id = a.stock_id AND b.type = a.type AND b.fiscal_year = a.fiscal_year AND b.period = 'quarterly'
    AND b.fiscal_quarter <= a.fiscal_quarter)::DECIMAL(24, 4) AS value)
  FROM TaiwanStockFinancialStatement a WHERE report_date = DATE '2026-06-30')`
const [balances, balancesOfci, balancesOffh] = [condensed(balance), condensed(balance, 'ci'), condensed(balance, 'fh')]
const [summed, summedOfci, summedOffh] = [condensed(income), condensed(income, 'ci'), condensed(income, 'fh')].map(
  (expected): Expectation => ({ ...expected, from: runningIncome }),
) as [Expectation, Expectation, Expectation]
const cashFlows: Expectation = {
  ...condensed(cash),
  normalize: without('announce_date', 'origin_name', 'is_derived', 'statement_scope'),
}

/** Feeds without a row of their own in the market: see `fixtures.ts`, or nothing of the kind is listed or filed. */
const elsewhere =
  /_(?:basi|bd|ins|mim)$|TWT88U|newsList|getStockInfo|getQuoteList|tpex_esb_disposal_information|t21sc03_rotc_1|t164sb0/

/** What a feed reads back otherwise than the rows of the days requested. */
const expectations: Readonly<Record<string, Expectation>> = {
  'twse TaiwanIndex5Seconds MI_5MINS_INDEX': everyMinute,
  'twse TaiwanStock5SecondsOrderStats MI_5MINS': wholeLots,
  'twse TaiwanStockCapitalReductionReferencePrice TWTAUU': long,
  'twse TaiwanStockCapitalReductionReferencePrice TWTAVUDetail': {
    request: { from: '2026-09-29', to: '2026-09-29', id: '6257,20260913' },
    where: `stock_id = '6257'`,
  },
  'twse TaiwanStockChangeFaceReference TWTB8U': long,
  'twse TaiwanStockDisposition punish': overlapping,
  'twse TaiwanStockDividendResult TWT49UDetail': {
    request: { from: '2026-09-29', to: '2026-09-29', id: '2344,20260929' },
    where: `stock_id = '2344'`,
    // No rights issue is one of no shares.
    normalize: without('rights_issue_shares', 'rights_issue_price', 'rights_issue_per_1000'),
  },
  'twse TaiwanStockMarginShortSaleSuspension BFI84U2': touching,
  'twse TaiwanStockPrice MI_INDEX': prices,
  'twse TaiwanStockSplitPrice TWTCAU': long,
  'twse TaiwanStockSuspendDayTrading TWTBAU2': touching,
  'twse TaiwanStockTradingDate holidaySchedule': {
    // A year without a typhoon, which no schedule knows; what is past is no schedule any more.
    request: { from: '2021-01-01', to: '2021-12-31' },
    normalize: without('is_scheduled'),
  },
  'tpex TaiwanCBOverview RSdrs001': bonds,
  'tpex TaiwanIndex5Seconds miIndex': everyMinute,
  'tpex TaiwanStockCapitalReductionReferencePrice revivt': long,
  'tpex TaiwanStockChangeFaceReference pvChgRslt': long,
  'tpex TaiwanStockDailyPriceLimit dailyQuotes': { days: ['2026-11-13', '2026-11-13'] },
  'tpex TaiwanStockDisposition disposal': { ...overlapping, normalize: without('measure') },
  'tpex TaiwanStockPrice dailyQuotes': prices,
  'tpex TaiwanStockSplitPrice etfRvsRslt': { none: true },
  'tpex TaiwanStockSplitPrice etfSplitRslt': { none: true },
  'tpex TaiwanWeightedIndex tradingIndex': {
    normalize: (row) => ({
      ...row,
      volume: Math.floor(Number(row.volume) / 1000),
      turnover: Math.floor(Number(row.turnover) / 1000),
    }),
  },
  'taifex ExchangeRate dailyFXRateDown': middleRates,
  'taifex TaiwanFutureOptionDailyTotalOverview pcRatioDown': { where: `product_id = 'TXO'` },
  'taifex TaiwanFuturesLargeTraders largeTraderFutDown': { request: { from: through, to: through } },
  'taifex TaiwanFuturesSettlement futIndxFSP': { where: `product_category = 'index'` },
  'taifex TaiwanFuturesSettlement sSFFSP': { where: `product_category = 'stock'` },
  'taifex TaiwanOptionsLargeTraders largeTraderOptDown': { request: { from: through, to: through } },
  'taifex TaiwanOptionsSettlement optIndxFSP': { where: `product_category = 'index'` },
  'taifex TaiwanOptionsSettlement sSOFSP': { where: `product_category = 'stock'` },
  'taifex TaiwanStockMarketValueWeight tPEXPropertion': weights,
  'taifex TaiwanStockMarketValueWeight weightedPropertion': weights,
  'taifexOpenApi ExchangeRate DailyForeignExchangeRates': { ...middleRates, days: ['2026-09-14', through] },
  'taifexOpenApi TaiwanFutureOptionDailyTotalOverview PutCallRatio': { where: `product_id = 'TXO'` },
  'taifexOpenApi TaiwanFutureOptionTickRealtime DailyMarketReportFut': {
    where: `product_type = 'futures'`,
    normalize: without('snapshot_time'),
  },
  'taifexOpenApi TaiwanFutureOptionTickRealtime DailyMarketReportOpt': {
    // How codes of options on stocks, and of weeks that end on a Friday, are made is not known there.
    where: `product_type = 'option' AND product_id <> 'CDO' AND contract_month NOT LIKE '%F%'`,
    normalize: without('snapshot_time', 'spread', 'spread_percent'),
  },
  'taifexOpenApi TaiwanFuturesBrokerDaily Daily_FUT': thisMonth,
  'taifexOpenApi TaiwanFuturesSettlement FinalSettlementPrice': { days: ['2026-08-14', through] },
  'taifexOpenApi TaiwanFuturesSettlement FinalSettlementPriceFutures': newestExpiry,
  'taifexOpenApi TaiwanFuturesSettlement FinalSettlementPriceSSF': {
    days: ['2026-10-21', '2026-10-21'],
    where: `product_category = 'stock'`,
  },
  'taifexOpenApi TaiwanFuturesSettlement SettledPositionsFutures': newestExpiry,
  'taifexOpenApi TaiwanOptionDaily DailyMarketReportOpt': {
    normalize: without('expiry_date', 'spread', 'spread_percent'),
  },
  'taifexOpenApi TaiwanOptionsBrokerDaily Daily_OPT': thisMonth,
  'taifexOpenApi TaiwanOptionsSettlement FinalSettlementPrice': { days: ['2026-08-14', through] },
  'tpexOpenApi TaiwanCBOverview bond_ISSBD5_data': { ...bonds, normalize: without('bond_kind') },
  'tpexOpenApi TaiwanReturnIndex tpex_reward_index': thisMonth,
  'tpexOpenApi TaiwanStockDailyPriceLimit tpex_mainboard_quotes': {
    // One of them is halted on the day after.
    days: ['2026-11-16', '2026-11-16'],
    beyond: 1,
  },
  'tpexOpenApi TaiwanStockDayTradingFee tpex_intraday_fee': thisMonth,
  'tpexOpenApi TaiwanStockDisposition tpex_disposal_information': { ...inForce, normalize: without('measure') },
  'tpexOpenApi TaiwanStockDividendResult tpex_exright_daily': { none: true },
  'tpexOpenApi TaiwanStockDividendResult tpex_exright_prepost': {
    today: '2026-10-27',
    days: ['2026-10-20', '2026-11-13'],
  },
  'tpexOpenApi TaiwanStockInstitutionalInvestorsBuySell tpex_3insti_trading': {
    some: true,
    normalize: without('investment_trust_buy', 'investment_trust_sell', 'investment_trust_net'),
  },
  'tpexOpenApi TaiwanStockMarginShortSaleSuspension tpex_margin_trading_term': coming,
  'tpexOpenApi TaiwanStockMarketValue tpex_daily_market_value': { normalize: without('market_value') },
  'tpexOpenApi TaiwanStockSuspendDayTrading tpex_intraday_trading_his': {
    ...coming,
    where: `suspend_end_date BETWEEN DATE '2026-10-14' AND DATE '2026-11-12'`,
  },
  'tpexOpenApi TaiwanStockSuspendDayTrading tpex_intraday_trading_pre': coming,
  'tpexOpenApi TaiwanStockTradingHaltAnnouncement tpex_spendi_history': { days: ['2026-01-01', through] },
  'tpexOpenApi TaiwanWeightedIndex tpex_daily_trading_index': thisMonth,
  'tpexOpenApi TaiwanWeightedIndex tpex_index': thisMonth,
  'twseOpenApi TaiwanReturnIndex MFI94U': thisMonth,
  'twseOpenApi TaiwanStock5SecondsOrderStats MI_5MINS': wholeLots,
  'twseOpenApi TaiwanStockDayTradingInfo TWTB4U': { normalize: without('trade_date') },
  'twseOpenApi TaiwanStockDelisting suspendListingCsvAndHtml': { days: ['1990-01-01', through] },
  'twseOpenApi TaiwanStockDisposition punish': inForce,
  'twseOpenApi TaiwanStockMarginShortSaleSuspension BFI84U': coming,
  'twseOpenApi TaiwanStockPrice MI_INDEX20': { ...unmarked, some: true },
  'twseOpenApi TaiwanStockPrice STOCK_DAY_ALL': unmarked,
  'twseOpenApi TaiwanStockPrice STOCK_FIRST': { ...unmarked, some: true },
  'twseOpenApi TaiwanStockPrice TWT53U': { normalize: without('volume', 'turnover', 'trade_count') },
  'twseOpenApi TaiwanStockShareholding MI_QFIIS_sort_20': { some: true },
  'twseOpenApi TaiwanStockSuspendDayTrading TWTBAU1': coming,
  'twseOpenApi TaiwanStockSuspendDayTrading TWTBAU2': suspended(through, through),
  'twseOpenApi TaiwanStockTradingDate FMTQIK': thisMonth,
  'twseOpenApi TaiwanStockTradingDate holidaySchedule': {
    // One of the days was lost to a typhoon.
    days: ['2026-01-01', '2026-12-31'],
    normalize: without('is_scheduled'),
    beyond: 1,
  },
  'twseOpenApi TaiwanStockTradingHaltAnnouncement TWTAWU': { days: ['2026-10-14', through] },
  'twseOpenApi TaiwanWeightedIndex FMTQIK': thisMonth,
  'twseOpenApi TaiwanWeightedIndex MI_5MINS_HIST': thisMonth,
  'bis CentralBankRate WS_CBPOL': { request: { from: '2026-01-01', to: '2026-10-31' }, where: `bank_code <> 'CBC'` },
  'cbc CentralBankRate EG28D01': { ...history, where: `bank_code = 'CBC'` },
  'cbc CurrencyCirculation EF15M01': {
    ...history,
    request: { from: '2026-09-01', to: '2026-09-30' },
    where: `country = 'TW'`,
  },
  'cbc ExchangeRate BP01D01': { ...history, where: `currency = 'USD'`, normalize: without('spot_sell') },
  'fred CrudeOilPrices DCOILBRENTEU': { where: `name = 'Brent'` },
  'fred CrudeOilPrices DCOILWTICO': { where: `name = 'WTI'` },
  'fred CurrencyCirculation CURRCIR': { request: { from: '2026-01-01', to: '2026-09-30' }, where: `country = 'US'` },
  'fred USBondYield DGS1': { where: `tenor = '1Y'` },
  'fred USBondYield DGS10': { where: `tenor = '10Y'` },
  'fred USBondYield DGS1MO': { where: `tenor = '1M'` },
  'fred USBondYield DGS2': { where: `tenor = '2Y'` },
  'fred USBondYield DGS20': { where: `tenor = '20Y'` },
  'fred USBondYield DGS3': { where: `tenor = '3Y'` },
  'fred USBondYield DGS30': { where: `tenor = '30Y'` },
  'fred USBondYield DGS3MO': { where: `tenor = '3M'` },
  'fred USBondYield DGS5': { where: `tenor = '5Y'` },
  'fred USBondYield DGS6MO': { where: `tenor = '6M'` },
  'fred USBondYield DGS7': { where: `tenor = '7Y'` },
  'lbma GoldPrice gold_am': {
    ...history,
    request: { from: '2026-11-12', to: '2026-11-12' },
    normalize: without('price'),
  },
  'lbma GoldPrice gold_pm': {
    ...history,
    request: { from: '2026-11-12', to: '2026-11-12' },
    where: 'price_pm IS NOT NULL',
  },
  'ndc TaiwanMonthlyEconomicIndicator dataset 6099': { ...history, request: { from: '2026-09-01', to: '2026-09-30' } },
  'yahoo USStockPrice chart': { request: { id: '^GSPC' }, where: `stock_id = '^GSPC'` },
  'isin TaiwanStockOverview class_main_1': listed,
  'isin TaiwanStockOverview class_main_2': listed,
  'isin TaiwanStockOverview C_public_5': listed,
  'isin TaiwanStockOverviewIncludeWarrant class_main_1': listed,
  'isin TaiwanStockOverviewIncludeWarrant class_main_2': listed,
  'isin TaiwanStockOverviewIncludeWarrant C_public_5': listed,
  'isin TaiwanFutureOptionTickRealtime class_main_7': { some: true },
  'taifexOpenApi TaiwanFutureOptionDailyTotalOverview SSFLists': {
    where: `underlying_stock_id IS NOT NULL AND product_type = 'futures'`,
  },
  'taifexOpenApi TaiwanFutureOptionDailyTotalOverview SSOLists': {
    where: `underlying_stock_id IS NOT NULL AND product_type = 'option'`,
  },
  'taifex TaiwanFutureOptionDailyTotalOverview stockLists': { where: `underlying_stock_id IS NOT NULL` },
  'tpexOpenApi TaiwanStockOverview tpex_cmode': { some: true },
  'tpexOpenApi TaiwanStockOverview tpex_delayed_stock_open': { some: true },
  'tpexOpenApi TaiwanStockOverview tpex_trading_warning_information': { some: true },
  'tpexOpenApi TaiwanStockOverview tpex_trading_warning_note': { some: true },
  'tpexOpenApi TaiwanStockOverview tpex_margin_trading_margin_mark': { some: true },
  'tpexOpenApi TaiwanStockOverview tpex_margin_trading_adjust': { some: true },
  'twseOpenApi TaiwanStockOverview t187ap03_L': companies,
  'tpexOpenApi TaiwanStockOverview mopsfin_t187ap03_O': companies,
  'tpexOpenApi TaiwanStockOverview mopsfin_t187ap03_R': companies,
  'twseOpenApi TaiwanStockOverviewIncludeWarrant t187ap03_L': companies,
  'tpexOpenApi TaiwanStockOverviewIncludeWarrant mopsfin_t187ap03_O': companies,
  'tpexOpenApi TaiwanStockOverviewIncludeWarrant mopsfin_t187ap03_R': companies,
  'twseOpenApi TaiwanStockCompanyIndustry t187ap03_L': official,
  'tpexOpenApi TaiwanStockCompanyIndustry mopsfin_t187ap03_O': official,
  'tpexOpenApi TaiwanStockCompanyIndustry mopsfin_t187ap03_R': official,
  'twseOpenApi TaiwanStockOverview t187ap47_L': { ...listed, where: `security_type = 'etf' AND ${listed.where}` },
  'twseOpenApi TaiwanStockOverviewIncludeWarrant t187ap37_L': warrants,
  'tpexOpenApi TaiwanStockOverviewIncludeWarrant mopsfin_t187ap37_O': warrants,
  'twseOpenApi TaiwanStockBrokerInfo brokerList': { ...history, where: `broker_type = 'head_office'` },
  'twseOpenApi TaiwanStockBrokerInfo OpenData_BRK02': { ...history, where: `broker_type = 'branch'` },
  'twseOpenApi TaiwanStockBrokerInfo OpenData_BRK01': { ...history, some: true },
  'tpexOpenApi TaiwanStockBrokerInfo tpex_daily_broker1': { ...history, some: true },
  'tpexOpenApi TaiwanStockBrokerInfo tpex_margin_trading_marginspot': { ...history, some: true },
  'twseOpenApi TaiwanStockMonthRevenue t187ap05_L': newestMonth,
  'tpexOpenApi TaiwanStockMonthRevenue mopsfin_t187ap05_O': newestMonth,
  'tpexOpenApi TaiwanStockMonthRevenue t187ap05_R': newestMonth,
  'twseOpenApi TaiwanStockDividend t187ap45_L': {
    days: ['2025-11-13', through],
    where: `stock_id IN (SELECT stock_id FROM TaiwanStockOverview WHERE security_type = 'stock')`,
    // No surplus is a sum of zeros.
    normalize: (row) => ({
      ...row,
      announce_time: null,
      stock_statutory_surplus: row.stock_statutory_surplus ?? '0.000000',
      cash_statutory_surplus: row.cash_statutory_surplus ?? '0.000000',
    }),
  },
  'twseOpenApi TaiwanStockDividend TWT48U_ALL': {
    ...history,
    some: true,
    where: `(stock_id, coalesce(cash_ex_date, stock_ex_date)) IN (
      SELECT stock_id, min(coalesce(cash_ex_date, stock_ex_date)) FROM TaiwanStockDividend
      WHERE coalesce(cash_ex_date, stock_ex_date) >= DATE '${through}' GROUP BY stock_id)`,
  },
  'twseOpenApi TaiwanFinancialHoldingsCompany t187ap04_L': {
    days: ['2026-10-01', '2026-10-01'],
    where: `announce_date = DATE '${through}'`,
    normalize: without('link', 'net_revenue_month'),
  },
  'twseOpenApi TaiwanRelatedNews t187ap04_L': {
    today: '2026-11-12',
    where: `category = 'announcement' AND provider IN ('twse', 'mops')`,
    normalize: without('news_id', 'link', 'source', 'provider'),
  },
  'tpexOpenApi TaiwanRelatedNews mopsfin_t187ap04_O': {
    today: '2026-11-03',
    where: `category = 'announcement' AND provider = 'tpex'`,
    normalize: without('news_id', 'link', 'source', 'provider'),
  },
  'twseOpenApi TaiwanStockDisposition notetrans': { none: true, beyond: 3 },
  'mops TaiwanStockFinancialStatement t163sb04_sii': summed,
  'mops TaiwanStockBalanceSheet t163sb05_sii': balances,
  'mops TaiwanStockCashFlowsStatement t163sb20_sii': cashFlows,
  'mops TaiwanStockMonthRevenue t21sc03_sii_0': { ...revenues, where: `stock_name NOT LIKE '%-KY%'` },
  'mops TaiwanStockMonthRevenue t21sc03_sii_1': { ...revenues, where: `stock_name LIKE '%-KY%'` },
  'mops TaiwanStockFinancialStatement t163sb04_otc': summed,
  'mops TaiwanStockBalanceSheet t163sb05_otc': balances,
  'mops TaiwanStockCashFlowsStatement t163sb20_otc': cashFlows,
  'mops TaiwanStockMonthRevenue t21sc03_otc_0': { ...revenues, where: `stock_name NOT LIKE '%-KY%'` },
  'mops TaiwanStockMonthRevenue t21sc03_otc_1': { ...revenues, where: `stock_name LIKE '%-KY%'` },
  'mops TaiwanStockFinancialStatement t163sb04_rotc': summed,
  'mops TaiwanStockBalanceSheet t163sb05_rotc': balances,
  'mops TaiwanStockCashFlowsStatement t163sb20_rotc': cashFlows,
  'mops TaiwanStockMonthRevenue t21sc03_rotc_0': { ...revenues, where: `stock_name NOT LIKE '%-KY%'` },
  'twseOpenApi TaiwanStockFinancialStatement t187ap06_L_ci': summedOfci,
  'twseOpenApi TaiwanStockBalanceSheet t187ap07_L_ci': balancesOfci,
  'twseOpenApi TaiwanStockFinancialStatement t187ap06_L_fh': summedOffh,
  'twseOpenApi TaiwanStockBalanceSheet t187ap07_L_fh': balancesOffh,
  'tpexOpenApi TaiwanStockFinancialStatement mopsfin_t187ap06_O_ci': summedOfci,
  'tpexOpenApi TaiwanStockBalanceSheet mopsfin_t187ap07_O_ci': balancesOfci,
  'tpexOpenApi TaiwanStockFinancialStatement mopsfin_t187ap06_O_fh': summedOffh,
  'tpexOpenApi TaiwanStockBalanceSheet mopsfin_t187ap07_O_fh': balancesOffh,
  'tpexOpenApi TaiwanStockFinancialStatement mopsfin_t187ap06_U_ci': summedOfci,
  'tpexOpenApi TaiwanStockBalanceSheet mopsfin_t187ap07_U_ci': balancesOfci,
  'tpexOpenApi TaiwanStockFinancialStatement mopsfin_t187ap06_U_fh': { ...summedOffh, none: true },
  'tpexOpenApi TaiwanStockBalanceSheet mopsfin_t187ap07_U_fh': { ...balancesOffh, none: true },
  'twseOpenApi TaiwanStockFinancialStatement t187ap14_L': {
    ...summed,
    some: true,
    // Somebody has only filed the first quarter.
    beyond: 1,
    normalize: without('announce_date', 'origin_name', 'statement_scope', 'is_derived'),
  },
  'twse TaiwanStockPrice STOCK_DAY': { ...compared, request: { id: '2330' }, where: `stock_id = '2330'` },
  'twse TaiwanStockPrice STOCK_DAY_ALL': compared,
}

test('every expectation names a feed that is read back', () => {
  const names = new Set(feeds.filter(({ endpoint }) => !elsewhere.test(endpoint)).map(nameOf))
  assert.deepEqual(
    Object.keys(expectations).filter((name) => !names.has(name)),
    [],
  )
})

describe('responses of the stand-in exchange are read back as the rows of the market', () => {
  for (const feed of feeds) {
    const expected: Expectation = expectations[nameOf(feed)] ?? {}
    if (elsewhere.test(feed.endpoint)) continue
    test(nameOf(feed), async () => {
      const { normalize = (row: Printed) => row, sample } = expected
      today = expected.today ?? through
      const evening = expected.today ? { from: expected.today, to: expected.today } : {}
      const request = { ...requestOf(feed), calendar: client.calendar, ...evening, ...expected.request }
      const outcome = await readBack(feed, request)
      assert.ok(outcome.kind === 'rows', JSON.stringify(outcome).slice(0, 1000))
      assert.deepEqual([outcome.unread, outcome.rejected.slice(0, 3)], [[], []])
      const [from, to] = expected.days ?? [request.from, request.to]
      const where = sample ? `ends_with(${sample[0]}, '${sample[1]}')` : expected.where
      const truth = await truthOf(feed, client.market, { from, to }, where, expected.from)
      if (sample)
        assert.equal(outcome.rows.length, await countOf(feed, client.market, { from, to }), 'rows are missing')
      const isCompared = (row: Row) => !sample || String(row[sample[0]]).endsWith(sample[1])
      assert.equal(truth.length === 0, expected.none === true, 'whether the market has such rows')
      const rows = outcome.rows.filter(isCompared).map((row) => {
        const all = printed(feed.dataset, row)
        return Object.fromEntries(feed.fills.map((name) => [name, all[name]]))
      })
      const keyOf = (row: Printed) =>
        feed.dataset.key
          .filter((name) => name in row)
          .map((name) => row[name])
          .join(' ')
      const known = new Map(truth.map((row) => [keyOf(normalize(row)), row]))
      const both = rows.filter((row) => known.has(keyOf(normalize(row))))
      if (!expected.some) assert.equal(both.length, truth.length, 'rows are missing')
      assert.equal(rows.length - both.length, expected.beyond ?? 0, 'rows that the market does not know')
      for (const row of both) assert.deepEqual(normalize(row), normalize(known.get(keyOf(normalize(row)))!))
    })
  }
})

/** The requested days of a feed on an evening: that day, or those of the month, the year or the quarter before. */
function requestedDays({ span }: Feed, evening: string): readonly [string, string] {
  const [year, month] = [evening.slice(0, 4), evening.slice(0, 7)]
  if (span === 'quarter') return [`${Number(year) - 1}-07-01`, `${Number(year) - 1}-09-30`]
  if (span === 'year') return [`${year}-01-01`, `${year}-12-31`]
  if (span === 'month' || span === 'range') return [`${month}-01`, evening]
  return [evening, evening]
}

test('on an earlier evening every answer is read whole, or is not there yet', async () => {
  today = '2026-03-02'
  const wrong: string[] = []
  let whole = 0
  for (const feed of feeds.filter(({ each, publisher }) => each === 'market' && publisher.id !== 'taifexMis')) {
    const [from, to] = requestedDays(feed, today)
    const outcome = await readBack(feed, { from, to, id: null, modified: null, calendar: client.calendar })
    const isWhole = outcome.kind === 'rows' && outcome.rejected.length + outcome.unread.length === 0
    if (isWhole) whole++
    else if (outcome.kind !== 'not_yet') wrong.push(`${nameOf(feed)}: ${JSON.stringify(outcome).slice(0, 300)}`)
  }
  today = through
  assert.deepEqual(wrong, [])
  assert.ok(whole > 230, `only ${whole} have rows`)
})
