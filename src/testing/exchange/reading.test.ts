import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { catalogue } from '../../catalogue/index.ts'
import { openLake } from '../../lake/lake.ts'
import { openReader, type Reader } from '../../lake/reader.ts'
import { type Asked, type Calendar, type Feed, type Request, read } from '../../sources/feed.ts'
import { printed } from '../../sources/fixture.ts'
import { feeds } from '../../sources/index.ts'
import { copyOfFixture } from '../fixture.ts'
import { type Exchange, startExchange } from './exchange.ts'
import { type Market, marketOf } from './market.ts'
import { type Printed, truthOf } from './truth.ts'

const through = '2026-11-13'
let folder: string
let reader: Reader
let market: Market
let exchange: Exchange
let calendar: Calendar

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'formosa-exchange-'))
  const home = await copyOfFixture(join(folder, 'home'))
  const lake = openLake({
    root: join(home, 'demo/lake'),
    origin: 'demo',
    datasets: catalogue,
    memory: '500MB',
    now: () => new Date(),
  })
  reader = await openReader((await lake.current())!, catalogue, { memory: '500MB', scratch: join(folder, 'spill') })
  market = marketOf(reader, () => through)
  exchange = await startExchange({ market: reader, through: () => through })
  const rows = await market.rows('SELECT trade_date FROM TaiwanStockTradingDate ORDER BY trade_date')
  const days = rows.map(({ trade_date }) => trade_date!)
  calendar = {
    isOpen: (day) => days.includes(day),
    next: (day) => days.find((other) => other > day) ?? null,
    previous: (day) => days.findLast((other) => other < day) ?? null,
  }
})
after(async () => {
  await exchange?.stop()
  reader?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What is asked of a feed in this test: newer days than the market keeps of the seconds of a day are of no use. */
const question = ({ span }: Feed): Omit<Asked, 'calendar'> => {
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

async function readBack(feed: Feed, asked: Asked) {
  const first = await fetched(feed, feed.request(asked))
  const { modified, ...answer } = feed.follow ? await fetched(feed, feed.follow(first.bytes)) : first
  return read(feed, answer, { ...asked, modified })
}

async function fetched(feed: Feed, { path, query, form, json }: Request) {
  const address = new URL(`${exchange.url}/${feed.publisher.id}${path.startsWith('http') ? '/' : ''}${path}`)
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  const post = form ? new URLSearchParams(form) : json ? JSON.stringify(json) : null
  const answer = await fetch(address, post === null ? {} : { method: 'POST', body: post })
  const modified = new Date(answer.headers.get('last-modified') ?? 0).toISOString()
  const bytes = new Uint8Array(await answer.arrayBuffer())
  return { status: answer.status, bytes, modified }
}

type Terms = {
  readonly asked?: Partial<Asked>
  /** Days of the rows that are told, where they are not those asked for. */
  readonly days?: readonly [string, string]
  readonly where?: string
  /** Only some rows are told. */
  readonly some?: true
  /** How many rows are told that the market does not have. */
  readonly beyond?: number
  /** Nothing of the kind happened. */
  readonly none?: true
  /** What the publisher tells otherwise than the market knows it. */
  readonly told?: (row: Printed) => Printed
}

const without =
  (...names: readonly string[]) =>
  (row: Printed): Printed =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))

const nameOf = ({ publisher, dataset, endpoint }: Feed) => `${publisher.id} ${dataset.name} ${endpoint}`

/** A range long enough that something happened. */
const long = { asked: { from: '2026-01-01', to: '2026-11-13' } }

/** What touches the days asked for, or what is still to come. */
const overlapping: Terms = {
  days: ['2000-01-01', '2026-10-31'],
  where: `announce_date <= DATE '2026-10-31' AND period_end_date >= DATE '2026-10-01'`,
}
const suspended = (first: string, last: string): Terms => ({
  days: ['2000-01-01', '2099-12-31'],
  where: `suspend_start_date <= DATE '${last}' AND coalesce(suspend_end_date, suspend_start_date) >= DATE '${first}'`,
})
const touching = suspended('2026-10-01', '2026-10-31')
const coming = suspended(through, '2099-12-31')

/** Whoever did not trade has no change, or one of zero. */
const prices: Terms = {
  asked: { from: '2026-11-10', to: '2026-11-10' },
  told: (row) => (row.close === null ? { ...row, spread: null } : row),
}

/** Bonds that are listed, whenever they were issued. */
const bonds: Terms = {
  days: ['2000-01-01', through],
  where: `listing_date <= DATE '2026-11-12' AND coalesce(delisting_date, maturity_date) >= DATE '2026-11-12'`,
}

/** Brokers are told from the first of the month on. */
const thisMonth: Terms = { days: ['2026-11-01', through] }
const newestExpiry: Terms = { days: ['2026-11-11', '2026-11-11'] }
/** The middle of two rates is neither of them. */
const middleRates: Terms = { where: `currency IN ('USD', 'CNY')`, told: without('spot_sell') }
/** The end of the month before; what is published is no estimate. */
const weights: Terms = { days: ['2026-10-30', '2026-10-30'], told: without('is_estimated') }

/** Where nothing is left of the mark, a change of zero may be none that is compared. */
const unmarked: Terms = { told: (row) => (Number(row.spread) === 0 ? { ...row, spread: null } : row) }
/** Trades are told in whole lots and whole millions. */
const wholeLots: Terms = {
  told: (row) => ({
    ...row,
    volume: Math.floor(Number(row.volume) / 1000),
    turnover: Math.floor(Number(row.turnover) / 1_000_000),
  }),
}
const inForce: Terms = {
  days: ['2000-01-01', through],
  where: `announce_date <= DATE '${through}' AND period_end_date >= DATE '${through}'`,
}

/** All of it, up to now. */
const history: Terms = { days: ['1990-01-01', through] }

const answered: Readonly<Record<string, Terms>> = {
  'twse TaiwanDailyShortSaleBalances TWT93U': {},
  'twse TaiwanIndex5Seconds MI_5MINS_INDEX': { asked: { from: through, to: through } },
  'twse TaiwanReturnIndex MFI94U': {},
  'twse TaiwanReturnIndex MI_INDEX': {},
  'twse TaiwanStock5SecondsOrderStats MI_5MINS': wholeLots,
  'twse TaiwanStockBlockTrade BFIAUU': {},
  'twse TaiwanStockCapitalReductionReferencePrice TWTAUU': long,
  'twse TaiwanStockChangeFaceReference TWTB8U': long,
  'twse TaiwanStockDailyPriceLimit TWT84U': {},
  'twse TaiwanStockDayTradingFee BFIF8U': {},
  'twse TaiwanStockDayTradingInfo TWTB4U': {},
  'twse TaiwanStockDelisting suspendListing': { days: ['1990-01-01', through] },
  'twse TaiwanStockDisposition punish': overlapping,
  'twse TaiwanStockDividendResult TWT49U': {},
  'twse TaiwanStockInstitutionalInvestorsBuySell T86': {},
  'twse TaiwanStockMarginPurchaseShortSale MI_MARGN': {},
  'twse TaiwanStockMarginShortSaleSuspension BFI84U': coming,
  'twse TaiwanStockMarginShortSaleSuspension BFI84U2': touching,
  'twse TaiwanStockPER BWIBBU_d': {},
  'twse TaiwanStockPrice MI_INDEX': prices,
  'twse TaiwanStockSectorPrice BFIAMU': {},
  'twse TaiwanStockSectorPrice MI_5MINS_INDEX': {},
  'twse TaiwanStockSectorPrice MI_INDEX': {},
  'twse TaiwanStockSecuritiesLending t13sa710': {},
  'twse TaiwanStockShareholding MI_QFIIS': {},
  'twse TaiwanStockSplitPrice TWTCAU': long,
  'twse TaiwanStockSuspendDayTrading TWTBAU2': touching,
  'twse TaiwanStockTotalInstitutionalInvestors BFI82U': {},
  'twse TaiwanStockTotalMarginPurchaseShortSale MI_MARGN': {},
  'twse TaiwanStockTradingDate FMTQIK': {},
  'twse TaiwanStockTradingDate holidaySchedule': {
    // A year without a typhoon, which no schedule knows; what is past is no schedule any more.
    asked: { from: '2021-01-01', to: '2021-12-31' },
    told: without('is_scheduled'),
  },
  'twse TaiwanStockTradingHaltAnnouncement TWTAWU': {},
  'twse TaiwanWeightedIndex FMTQIK': {},
  'twse TaiwanWeightedIndex MI_5MINS_HIST': {},
  'twse TaiwanWeightedIndex MI_INDEX': {},
  'twse TaiwanWeightedIndex MI_INDEX_MS': {},
  'tpex TaiwanCBOverview RSdrs001': bonds,
  'tpex TaiwanDailyShortSaleBalances sbl': {},
  'tpex TaiwanIndex5Seconds miIndex': { asked: { from: through, to: through } },
  'tpex TaiwanReturnIndex indexSummary': {},
  'tpex TaiwanStockBlockTrade quote': {},
  'tpex TaiwanStockCapitalReductionReferencePrice revivt': long,
  'tpex TaiwanStockChangeFaceReference pvChgRslt': long,
  'tpex TaiwanStockDailyPriceLimit dailyQuotes': { days: ['2026-11-13', '2026-11-13'] },
  'tpex TaiwanStockDayTradingFee fee': {},
  'tpex TaiwanStockDayTradingInfo stat': {},
  'tpex TaiwanStockDelisting deListed': {},
  'tpex TaiwanStockDisposition disposal': { ...overlapping, told: without('measure') },
  'tpex TaiwanStockDividendResult exDailyQ': {},
  'tpex TaiwanStockInstitutionalInvestorsBuySell dailyTrade': {},
  'tpex TaiwanStockMarginPurchaseShortSale balance': {},
  'tpex TaiwanStockPER peQryDate': {},
  'tpex TaiwanStockPrice dailyQuotes': prices,
  'tpex TaiwanStockSectorPrice sectRatio': {},
  'tpex TaiwanStockSectorPrice sectinx': {},
  'tpex TaiwanStockShareholding qfii': {},
  'tpex TaiwanStockSplitPrice etfRvsRslt': { none: true },
  'tpex TaiwanStockSplitPrice etfSplitRslt': { none: true },
  'tpex TaiwanStockTotalInstitutionalInvestors summary': {},
  'tpex TaiwanStockTotalMarginPurchaseShortSale balance': {},
  'tpex TaiwanStockTradingHaltAnnouncement sprcHis': {},
  'tpex TaiwanWeightedIndex inx': {},
  'tpex TaiwanWeightedIndex marketStats': {},
  'tpex TaiwanWeightedIndex sectinx': {},
  'tpex TaiwanWeightedIndex tradingIndex': {
    told: (row) => ({
      ...row,
      volume: Math.floor(Number(row.volume) / 1000),
      turnover: Math.floor(Number(row.turnover) / 1000),
    }),
  },
  'taifex ExchangeRate dailyFXRateDown': middleRates,
  'taifex TaiwanFutureOptionDailyTotalOverview pcRatioDown': { where: `product_id = 'TXO'` },
  'taifex TaiwanFuturesDaily futDataDown': {},
  'taifex TaiwanFuturesInstitutionalInvestors futContractsDateDown': {},
  'taifex TaiwanFuturesLargeTraders largeTraderFutDown': { asked: { from: through, to: through } },
  'taifex TaiwanFuturesNightInstitutionalInvestors futContractsDateAhDown': {},
  'taifex TaiwanFuturesSettlement futIndxFSP': { where: `product_category = 'index'` },
  'taifex TaiwanFuturesSettlement sSFFSP': { where: `product_category = 'stock'` },
  'taifex TaiwanFuturesSpread futDataDown': {},
  'taifex TaiwanOptionDaily optDataDown': {},
  'taifex TaiwanOptionInstitutionalInvestors callsAndPutsDateDown': {},
  'taifex TaiwanOptionsLargeTraders largeTraderOptDown': { asked: { from: through, to: through } },
  'taifex TaiwanOptionsNightInstitutionalInvestors callsAndPutsDateAhDown': {},
  'taifex TaiwanOptionsSettlement optIndxFSP': { where: `product_category = 'index'` },
  'taifex TaiwanOptionsSettlement sSOFSP': { where: `product_category = 'stock'` },
  'taifex TaiwanStockMarketValueWeight tPEXPropertion': weights,
  'taifex TaiwanStockMarketValueWeight weightedPropertion': weights,
  'taifexOpenApi ExchangeRate DailyForeignExchangeRates': { ...middleRates, days: ['2026-09-14', through] },
  'taifexOpenApi TaiwanFutureOptionDailyTotalOverview PutCallRatio': { where: `product_id = 'TXO'` },
  'taifexOpenApi TaiwanFutureOptionTickRealtime DailyMarketReportFut': {
    where: `product_type = 'futures'`,
    told: without('snapshot_time'),
  },
  'taifexOpenApi TaiwanFutureOptionTickRealtime DailyMarketReportOpt': {
    // How codes of options on stocks are made is not known there.
    where: `product_type = 'option' AND product_id <> 'CDO'`,
    told: without('snapshot_time', 'spread', 'spread_percent'),
  },
  'taifexOpenApi TaiwanFuturesBrokerDaily Daily_FUT': thisMonth,
  'taifexOpenApi TaiwanFuturesDaily DailyMarketReportFut': {},
  'taifexOpenApi TaiwanFuturesInstitutionalInvestors MarketDataOfMajorInstitutionalTradersDetailsOfFuturesContractsBytheDate':
    {},
  'taifexOpenApi TaiwanFuturesLargeTraders OpenInterestOfLargeTradersFutures': {},
  'taifexOpenApi TaiwanFuturesSettlement FinalSettlementPrice': { days: ['2026-08-14', through] },
  'taifexOpenApi TaiwanFuturesSettlement FinalSettlementPriceFutures': newestExpiry,
  'taifexOpenApi TaiwanFuturesSettlement FinalSettlementPriceSSF': {
    days: ['2026-10-21', '2026-10-21'],
    where: `product_category = 'stock'`,
  },
  'taifexOpenApi TaiwanFuturesSettlement SettledPositionsFutures': newestExpiry,
  'taifexOpenApi TaiwanFuturesSpread DailyMarketReportFut': {},
  'taifexOpenApi TaiwanOptionDaily DailyMarketReportOpt': { told: without('expiry_date', 'spread', 'spread_percent') },
  'taifexOpenApi TaiwanOptionInstitutionalInvestors MarketDataOfMajorInstitutionalTradersDetailsOfCallsAndPutsBytheDate':
    {},
  'taifexOpenApi TaiwanOptionsBrokerDaily Daily_OPT': thisMonth,
  'taifexOpenApi TaiwanOptionsLargeTraders OpenInterestOfLargeTradersOptions': {},
  'taifexOpenApi TaiwanOptionsSettlement FinalSettlementPrice': { days: ['2026-08-14', through] },
  'taifexOpenApi TaiwanOptionsSettlement FinalSettlementPriceOptions': newestExpiry,
  'tpexOpenApi TaiwanCBOverview bond_ISSBD5_data': { ...bonds, told: without('bond_kind') },
  'tpexOpenApi TaiwanDailyShortSaleBalances tpex_margin_sbl': {},
  'tpexOpenApi TaiwanReturnIndex tpex_reward_index': thisMonth,
  'tpexOpenApi TaiwanStockBlockTrade tpex_daily_qutoes_block': {},
  'tpexOpenApi TaiwanStockDailyPriceLimit tpex_mainboard_quotes': {
    // One of them is halted on the day after.
    days: ['2026-11-16', '2026-11-16'],
    beyond: 1,
  },
  'tpexOpenApi TaiwanStockDayTradingFee tpex_intraday_fee': thisMonth,
  'tpexOpenApi TaiwanStockDayTradingInfo tpex_securities': {},
  'tpexOpenApi TaiwanStockDisposition tpex_disposal_information': { ...inForce, told: without('measure') },
  'tpexOpenApi TaiwanStockDividendResult tpex_exright_daily': { none: true },
  'tpexOpenApi TaiwanStockInstitutionalInvestorsBuySell tpex_3insti_daily_trading': {},
  'tpexOpenApi TaiwanStockInstitutionalInvestorsBuySell tpex_3insti_trading': {
    some: true,
    told: without('investment_trust_buy', 'investment_trust_sell', 'investment_trust_net'),
  },
  'tpexOpenApi TaiwanStockMarginPurchaseShortSale tpex_mainboard_margin_balance': {},
  'tpexOpenApi TaiwanStockMarginShortSaleSuspension tpex_margin_trading_term': coming,
  'tpexOpenApi TaiwanStockMarketValue tpex_daily_market_value': { told: without('market_value') },
  'tpexOpenApi TaiwanStockPER tpex_mainboard_peratio_analysis': {},
  'tpexOpenApi TaiwanStockPrice tpex_mainboard_daily_close_quotes': {},
  'tpexOpenApi TaiwanStockPrice tpex_mainboard_quotes': {},
  'tpexOpenApi TaiwanStockShareholding tpex_3insti_qfii': {},
  'tpexOpenApi TaiwanStockSuspendDayTrading tpex_intraday_trading_his': {
    ...coming,
    where: `suspend_end_date BETWEEN DATE '2026-10-14' AND DATE '2026-11-12'`,
  },
  'tpexOpenApi TaiwanStockSuspendDayTrading tpex_intraday_trading_pre': coming,
  'tpexOpenApi TaiwanStockTotalInstitutionalInvestors tpex_3insti_summary': {},
  'tpexOpenApi TaiwanStockTradingHaltAnnouncement tpex_spendi_history': { days: ['2026-01-01', through] },
  'tpexOpenApi TaiwanWeightedIndex tpex_daily_trading_index': thisMonth,
  'tpexOpenApi TaiwanWeightedIndex tpex_index': thisMonth,
  'twseOpenApi TaiwanDailyShortSaleBalances TWT96U': {},
  'twseOpenApi TaiwanReturnIndex MFI94U': thisMonth,
  'twseOpenApi TaiwanStock5SecondsOrderStats MI_5MINS': wholeLots,
  'twseOpenApi TaiwanStockDailyPriceLimit TWT84U': {},
  'twseOpenApi TaiwanStockDayTradingInfo TWTB4U': { told: without('trade_date') },
  'twseOpenApi TaiwanStockDelisting suspendListingCsvAndHtml': { days: ['1990-01-01', through] },
  'twseOpenApi TaiwanStockDisposition punish': inForce,
  'twseOpenApi TaiwanStockMarginPurchaseShortSale MI_MARGN': {},
  'twseOpenApi TaiwanStockMarginShortSaleSuspension BFI84U': coming,
  'twseOpenApi TaiwanStockPER BWIBBU_ALL': {},
  'twseOpenApi TaiwanStockPrice MI_INDEX20': { ...unmarked, some: true },
  'twseOpenApi TaiwanStockPrice STOCK_DAY_ALL': unmarked,
  'twseOpenApi TaiwanStockPrice STOCK_FIRST': { ...unmarked, some: true },
  'twseOpenApi TaiwanStockPrice TWT53U': { told: without('volume', 'turnover', 'trade_count') },
  'twseOpenApi TaiwanStockSectorPrice MI_INDEX': {},
  'twseOpenApi TaiwanStockShareholding MI_QFIIS_sort_20': { some: true },
  'twseOpenApi TaiwanStockSuspendDayTrading TWTBAU1': coming,
  'twseOpenApi TaiwanStockSuspendDayTrading TWTBAU2': suspended(through, through),
  'twseOpenApi TaiwanStockTradingDate FMTQIK': thisMonth,
  'twseOpenApi TaiwanStockTradingDate holidaySchedule': {
    // One of the days was lost to a typhoon.
    days: ['2026-01-01', '2026-12-31'],
    told: without('is_scheduled'),
    beyond: 1,
  },
  'twseOpenApi TaiwanStockTradingHaltAnnouncement TWTAWU': { days: ['2026-10-14', through] },
  'twseOpenApi TaiwanWeightedIndex FMTQIK': thisMonth,
  'twseOpenApi TaiwanWeightedIndex MI_5MINS_HIST': thisMonth,
  'bankOfTaiwan ExchangeRate flcsv day': {},
  'bis CentralBankRate WS_CBPOL': { asked: { from: '2026-01-01', to: '2026-10-31' }, where: `bank_code <> 'CBC'` },
  'cbc CentralBankRate EG28D01': { ...history, where: `bank_code = 'CBC'` },
  'cbc CurrencyCirculation EF15M01': {
    ...history,
    asked: { from: '2026-09-01', to: '2026-09-30' },
    where: `country = 'TW'`,
  },
  'cbc ExchangeRate BP01D01': { ...history, where: `currency = 'USD'`, told: without('spot_sell') },
  'fred CrudeOilPrices DCOILBRENTEU': { where: `name = 'Brent'` },
  'fred CrudeOilPrices DCOILWTICO': { where: `name = 'WTI'` },
  'fred CurrencyCirculation CURRCIR': { asked: { from: '2026-01-01', to: '2026-09-30' }, where: `country = 'US'` },
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
  'lbma GoldPrice gold_am': { ...history, asked: { from: '2026-11-12', to: '2026-11-12' }, told: without('price') },
  'lbma GoldPrice gold_pm': {
    ...history,
    asked: { from: '2026-11-12', to: '2026-11-12' },
    where: 'price_pm IS NOT NULL',
  },
  'ndc TaiwanMonthlyEconomicIndicator dataset 6099': { ...history, asked: { from: '2026-09-01', to: '2026-09-30' } },
  'treasury USBondYield daily_treasury_yield_curve': {},
  'yahoo USStockPrice chart': { asked: { id: '^GSPC' }, where: `stock_id = '^GSPC'` },
}

describe('what the exchange prints is read back as the market knows it', () => {
  for (const feed of feeds) {
    const terms = answered[nameOf(feed)]
    if (!terms) continue
    test(nameOf(feed), async () => {
      const { told = (row: Printed) => row } = terms
      const asked = { ...question(feed), calendar, ...terms.asked }
      const outcome = await readBack(feed, asked)
      assert.ok(outcome.kind === 'rows', JSON.stringify(outcome).slice(0, 1000))
      assert.deepEqual([outcome.unread, outcome.rejected.slice(0, 3)], [[], []])
      const [from, to] = terms.days ?? [asked.from, asked.to]
      const truth = await truthOf(feed, market, { from, to }, terms.where)
      assert.equal(truth.length === 0, terms.none === true, 'whether the market has such rows')
      const rows = outcome.rows.map((row) => {
        const all = printed(feed.dataset, row)
        return Object.fromEntries(feed.fills.map((name) => [name, all[name]]))
      })
      const keyOf = (row: Printed) =>
        feed.dataset.key
          .filter((name) => name in row)
          .map((name) => row[name])
          .join(' ')
      const known = new Map(truth.map((row) => [keyOf(told(row)), row]))
      const both = rows.filter((row) => known.has(keyOf(told(row))))
      if (!terms.some) assert.equal(both.length, truth.length, 'rows are missing')
      assert.equal(rows.length - both.length, terms.beyond ?? 0, 'rows that the market does not know')
      for (const row of both) assert.deepEqual(told(row), told(known.get(keyOf(told(row)))!))
    })
  }
})
