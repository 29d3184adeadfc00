import { TaiwanFuturesBrokerDaily } from '../../src/catalogue/derivatives/TaiwanFuturesBrokerDaily.ts'
import { TaiwanOptionsBrokerDaily } from '../../src/catalogue/derivatives/TaiwanOptionsBrokerDaily.ts'
import type { Feed } from '../../src/sources/feed.ts'
import { rateTitles } from '../../src/sources/taifex/ExchangeRate.ts'
import { feedsIn } from '../support/feeds/fixture.ts'
import { csvBody } from './csv.ts'
import { type Dialect, feedPages, type PageOptions, type TableOptions } from './feedPages.ts'
import { htmlPage, htmlTable } from './html.ts'
import type { Inverse } from './inverses.ts'
import { linesApart, type Part, titleOfColumn } from './layouts.ts'
import { openApiDialect } from './openApi.ts'
import type { Page } from './page.ts'
import { keptRows, month } from './select.ts'
import { grouped, places } from './spell.ts'

/** The futures exchange: files and pages of its web site, and the lists of its OpenAPI. */

/** A download; every line of it ends with a comma. */
const files: Dialect = {
  spelling: { date: (day) => day.replaceAll('-', '/'), grouped: false, none: '-', places: 0 },
  write: (sheets) => csvBody(sheets.at(-1)!, { encoding: 'big5', end: ',' }),
  nothing: () => ({ body: '<script>alert("查無資料");history.back();</script>', encoding: 'big5', type: 'text/html' }),
}
const lists: Dialect = {
  ...openApiDialect,
  spelling: { ...files.spelling, date: (day) => day.replaceAll('-', '') },
}

const feedOf = (feeds: readonly Feed[], dataset: string, endpoint: string): Feed =>
  feeds.find((feed) => feed.dataset.name === dataset && feed.endpoint === endpoint)!

const [requestedDays, newest] = ['BETWEEN :from AND :to', '= :through']
const every = (table: string, days: string, order: string): string =>
  `SELECT * FROM ${table} WHERE trade_date ${days} ORDER BY trade_date, ${order}`

/** Calendar spreads stand among the futures. */
const contracts = (feeds: readonly Feed[], endpoint: string, days: string): PageOptions => ({
  parts: ['TaiwanFuturesDaily', 'TaiwanFuturesSpread'].map((name) => ({
    feeds: [feedOf(feeds, name, endpoint)],
    select: every(name, days, 'futures_id, contract_month, trading_session DESC'),
  })),
})
const options = (days: string): PageOptions => ({
  select: every('TaiwanOptionDaily', days, 'option_id, contract_month, strike_price, call_put, trading_session DESC'),
})

/** The largest traders and the institutions among them have a line each; products are told by their stems. */
const stem: Inverse = (value) => (/^..F$|^(?!TXO)..O$/.test(value!) ? value!.slice(0, 2) : value!)
const traders = (feeds: readonly Feed[], dataset: string, endpoint: string, days: string): PageOptions => {
  const feed = feedOf(feeds, dataset, endpoint)
  const id = dataset.includes('Futures') ? 'futures_id' : 'option_id'
  const lines = ['0', '1'].map((kind) => ({
    select: `${keptRows(feed.dataset, days)} ORDER BY trade_date, ${id}, contract_month`,
    cells: { [id]: stem },
    others: { 'the other half': kind },
  }))
  return { parts: linesApart(feed, ...lines) }
}

/** Ratios are percentages there. */
const percent: Inverse = (value) => (Number(value) * 100).toFixed(2)
const ratios = (days: string): PageOptions => ({
  select: `SELECT * FROM TaiwanFutureOptionDailyTotalOverview WHERE product_id = 'TXO' AND trade_date ${days} ORDER BY trade_date`,
  cells: { put_call_volume_ratio: percent, put_call_oi_ratio: percent },
})

const rates = (titles: typeof rateTitles.web | typeof rateTitles.openApi, days: string): PageOptions => ({
  parts: [],
  async sheet(_, market, between) {
    const rows = await market.rows(
      `SELECT trade_date AS day, max(reference_rate) FILTER (currency = 'USD') AS usd, max(reference_rate) FILTER (currency = 'CNY') AS cny
       FROM ExchangeRate WHERE trade_date ${days} GROUP BY trade_date ORDER BY trade_date`,
      between,
    )
    return {
      title: '',
      titles: [titles.day, titles.USD, titles.CNY, 'EUR/USD'],
      rows: rows.map(({ day, usd, cny }) => [
        day!.replaceAll('-', '/'),
        ...[usd, cny].map((rate) => Number(rate).toFixed(4)),
        '1.1',
      ]),
    }
  },
})

type Product = { readonly id: string; readonly label: string; readonly table: string }
const futures: Product = { id: 'futures_id', label: 'futures_name', table: 'TaiwanFuturesSettlement' }
const optionsOf: Product = { id: 'option_id', label: 'option_name', table: 'TaiwanOptionsSettlement' }

/** A product is identified by its code and its name. */
const productOf = ({ id, label }: Product): Part['cells'] => ({ [id]: (value, row) => [value!, row[label]!] })

/** A page about a month. */
const page: PageOptions = {
  spelling: { ...files.spelling, grouped: true },
  write: (sheets) => ({ body: htmlPage(sheets.map(htmlTable).join('\n'), '最後結算價'), type: 'text/html' }),
  nothing: () => ({ body: htmlPage('查無資料'), type: 'text/html' }),
  mayBeEmpty: true,
}

/** A column for each product, a row for each expiry; a dash where a product has none. */
const byIndex = ({ id, label, table }: Product, endpoint: string): PageOptions => {
  const feed = feedOf(feedsIn('taifex'), table, endpoint)
  return {
    ...page,
    parts: [],
    async sheet(_, market, days) {
      const rows = await market.rows(
        `SELECT settlement_date, contract_month, ${id} AS id, final_settlement_price AS price FROM ${table}
         WHERE product_category = 'index' AND settlement_date ${requestedDays} ORDER BY settlement_date DESC, contract_month, id`,
        days,
      )
      // The columns are the same in every month, whatever expired in it.
      const products = await market.rows(
        `SELECT ${id} AS id, max(${label}) AS name FROM ${table} WHERE product_category = 'index' GROUP BY id ORDER BY id`,
      )
      const expiries = Map.groupBy(rows, (row) => `${row.settlement_date} ${row.contract_month}`)
      const named = ['settlement_date', 'contract_month'].map((column) => titleOfColumn(feed, column))
      return {
        title: '',
        titles: [...named, ...products.map((row) => `${row.name}（${row.id}）`)],
        rows: [...expiries.values()].map((prices) => [
          prices[0]!.settlement_date!.replaceAll('-', '/'),
          prices[0]!.contract_month!,
          ...products.map((product) => {
            const price = prices.find((row) => row.id === product.id)?.price
            return price ? grouped(places(price, 0)) : '-'
          }),
        ]),
      }
    },
  }
}
const byStock = (product: Product): PageOptions => ({
  ...page,
  select: `SELECT * FROM ${product.table} WHERE product_category IN ('stock', 'etf') AND settlement_date ${requestedDays}
    ORDER BY settlement_date, ${product.id}`,
  cells: productOf(product)!,
})

/** Expiries of three months, of futures and options alike. */
const settled = ({ table }: Product, where = 'true'): string => `
  SELECT * FROM ${table} WHERE settlement_date > :through - INTERVAL 3 MONTH AND settlement_date <= :through AND ${where}`
const expiries: PageOptions = {
  parts: [futures, optionsOf].map((product) => ({
    feeds: [feedOf(feedsIn('taifex-openapi'), product.table, 'FinalSettlementPrice')],
    select: `${settled(product)} ORDER BY settlement_date DESC, ${product.id}`,
    cells: productOf(product)!,
  })),
}
const newestOf = (product: Product, where: string): PageOptions => ({
  select: `SELECT * FROM (${settled(product, where)})
    WHERE settlement_date = (SELECT max(settlement_date) FROM (${settled(product, where)})) ORDER BY ${product.id}`,
  cells: productOf(product)!,
})

/** The pages of the end of a month hold two constituents side by side. */
const weights = (market: string): PageOptions => ({
  ...page,
  select: `SELECT * FROM TaiwanStockMarketValueWeight WHERE market = '${market}' AND trade_date = (
    SELECT max(trade_date) FROM TaiwanStockMarketValueWeight
    WHERE market = '${market}' AND trade_date < date_trunc('month', :through)) ORDER BY rank`,
  async sheet({ titles, rows }, database) {
    const half = Math.ceil(rows.length / 2)
    const blank = titles.map(() => '')
    const [last] = await database.rows(
      `SELECT max(trade_date) AS day FROM TaiwanStockMarketValueWeight
       WHERE market = '${market}' AND trade_date < date_trunc('month', :through)`,
    )
    return {
      title: (last?.day ?? '').replaceAll('-', '/'),
      titles: [...titles, ...titles],
      rows: rows.slice(0, half).map((left, at) => [...left, ...(rows[half + at] ?? blank)]),
    }
  },
  write: ([sheet]) => ({
    body: htmlPage(`<div>資料日期：${sheet!.title}</div>${htmlTable(sheet!)}`),
    type: 'text/html',
  }),
  mayBeEmpty: false,
})

const brokers = (dataset: Feed['dataset'], id: string): TableOptions => ({
  select: `SELECT * FROM (${keptRows(dataset, month)}) ORDER BY broker_id, trade_date, ${id}`,
})
const underlyings = (letter: string): PageOptions => ({
  select: `SELECT DISTINCT product_id, underlying_stock_id, stock_name FROM TaiwanFutureOptionDailyTotalOverview
    LEFT JOIN TaiwanStockOverview ON stock_id = underlying_stock_id
    WHERE underlying_stock_id IS NOT NULL AND trade_date = :through AND product_id LIKE '__${letter}' ORDER BY product_id`,
})

const site: Readonly<Record<string, PageOptions | null>> = {
  futDataDown: contracts(feedsIn('taifex'), 'futDataDown', requestedDays),
  optDataDown: options(requestedDays),
  futContractsDateDown: { select: every('TaiwanFuturesInstitutionalInvestors', requestedDays, 'futures_id') },
  callsAndPutsDateDown: { select: every('TaiwanOptionInstitutionalInvestors', requestedDays, 'option_id') },
  futContractsDateAhDown: { select: every('TaiwanFuturesNightInstitutionalInvestors', requestedDays, 'futures_id') },
  callsAndPutsDateAhDown: { select: every('TaiwanOptionsNightInstitutionalInvestors', requestedDays, 'option_id') },
  largeTraderFutDown: traders(feedsIn('taifex'), 'TaiwanFuturesLargeTraders', 'largeTraderFutDown', requestedDays),
  largeTraderOptDown: traders(feedsIn('taifex'), 'TaiwanOptionsLargeTraders', 'largeTraderOptDown', requestedDays),
  futIndxFSP: byIndex(futures, 'futIndxFSP'),
  sSFFSP: byStock(futures),
  optIndxFSP: byIndex(optionsOf, 'optIndxFSP'),
  sSOFSP: byStock(optionsOf),
  weightedPropertion: weights('TWSE'),
  tPEXPropertion: weights('TPEX'),
  // Read by code of its own: see `stockLists.ts`.
  stockLists: null,
  pcRatioDown: ratios(requestedDays),
  dailyFXRateDown: rates(rateTitles.web, requestedDays),
}

const byTheDate = (what: string) => `MarketDataOfMajorInstitutionalTradersDetailsOf${what}BytheDate`

const openApi: Readonly<Record<string, PageOptions | null>> = {
  DailyMarketReportFut: contracts(feedsIn('taifex-openapi'), 'DailyMarketReportFut', newest),
  DailyMarketReportOpt: options(newest),
  [byTheDate('FuturesContracts')]: { select: every('TaiwanFuturesInstitutionalInvestors', newest, 'futures_id') },
  [byTheDate('CallsAndPuts')]: { select: every('TaiwanOptionInstitutionalInvestors', newest, 'option_id') },
  OpenInterestOfLargeTradersFutures: traders(
    feedsIn('taifex-openapi'),
    'TaiwanFuturesLargeTraders',
    'OpenInterestOfLargeTradersFutures',
    newest,
  ),
  OpenInterestOfLargeTradersOptions: traders(
    feedsIn('taifex-openapi'),
    'TaiwanOptionsLargeTraders',
    'OpenInterestOfLargeTradersOptions',
    newest,
  ),
  Daily_FUT: brokers(TaiwanFuturesBrokerDaily, 'futures_id'),
  Daily_OPT: brokers(TaiwanOptionsBrokerDaily, 'option_id'),
  PutCallRatio: ratios(newest),
  FinalSettlementPrice: expiries,
  FinalSettlementPriceFutures: newestOf(futures, `product_category = 'index'`),
  FinalSettlementPriceSSF: newestOf(futures, `product_category = 'stock'`),
  FinalSettlementPriceOptions: newestOf(optionsOf, 'true'),
  SettledPositionsFutures: newestOf(futures, `product_category = 'index'`),
  SSFLists: underlyings('F'),
  SSOLists: underlyings('O'),
  DailyForeignExchangeRates: rates(rateTitles.openApi, 'BETWEEN :through - 60 AND :through'),
}

export const taifexPages: readonly Page[] = [
  ...feedPages(feedsIn('taifex'), files, site),
  ...feedPages(feedsIn('taifex-openapi'), lists, openApi),
]
