import type { DatasetName } from '../../src/catalogue/index.ts'

/** How fetched rows of a dataset are compared with the rows of the market behind the stand-in exchange. */
export type Comparing = {
  /** Columns to leave out: not printed for every market, printed in larger units, or dependent on the fetch time. */
  readonly lacks?: readonly string[]
  /** The rows to compare, in SQL; by default those of the fetched days. */
  readonly where?: string
  /** Days to fetch, for datasets that have rows on few days only. */
  readonly on?: readonly string[]
  /** The reason for `lacks` and `where`, or for not comparing at all. */
  readonly why?: string
  readonly isNot?: true
}

const morning = 'asked for in the morning, so that what changes on the day comes with the next list'
const left = `what left a market before the first run is known by the lists of those that left; ${morning}`

/** After the deadlines of the first two quarters; the second is computed from the first. */
const statement: Comparing = {
  on: ['2026-05-18', '2026-08-17'],
  where: `report_date BETWEEN DATE '2026-03-31' AND DATE '2026-06-30' AND type IN (SELECT type FROM told) AND
    (type NOT LIKE '%OwnersOfParent' OR stock_id NOT IN (SELECT stock_id FROM truth WHERE statement_scope <> 'consolidated'))`,
  lacks: ['origin_name', 'statement_scope', 'announce_date', 'is_derived'],
  why: 'lists of the whole market have the main accounts under titles of their own, run from 1 January, and say neither when nor for whom they were filed',
}

/** Exceptions: the rows of a dataset without an entry are compared whole, on every fetched day. */
export const comparings: Readonly<Partial<Record<DatasetName, Comparing>>> = {
  TaiwanStockOverview: { where: 'is_active', lacks: ['as_of_date'], why: left },
  TaiwanStockOverviewIncludeWarrant: {
    where: "is_active AND coalesce(listing_date < DATE '2026-11-13', true)",
    lacks: ['as_of_date'],
    why: left,
  },
  TaiwanStockSectorPrice: { lacks: ['turnover_ratio'], why: 'the OTC market alone prints the ratio' },
  // A bar is compared where all of its days were asked for.
  TaiwanStockWeekPrice: { lacks: ['spread'], why: 'the first week has none before it' },
  TaiwanStockMonthPrice: {
    where: "month_start_date = DATE '2026-11-01'",
    lacks: ['spread'],
    why: 'the month before is asked for in part',
  },
  TaiwanStock10Year: { isNot: true, why: 'follows from 2,600 days of prices' },
  TaiwanStock5SecondsOrderStats: {
    where: "trade_date BETWEEN DATE '2026-11-09' AND DATE '2026-11-13'",
    lacks: ['volume', 'turnover'],
    why: 'printed in thousands of shares and millions; the market keeps the newest days',
  },
  TaiwanIndex5Seconds: { where: "trade_date = DATE '2026-11-13'", why: 'the market keeps the newest day' },
  TaiwanStockBlockTrade: { lacks: ['settlement_period'], why: 'the OTC market alone prints it' },
  TaiwanStockBrokerInfo: { lacks: ['as_of_date'], why: morning },
  TaiwanStockShareholding: {
    lacks: ['isin_code', 'mainland_limit_ratio', 'last_report_date'],
    why: 'the list of the OTC market has fewer columns, and that of MOPS fewer securities',
  },
  TaiwanStockDisposition: { lacks: ['measure'], why: 'the OTC market writes it into a text, and not always' },
  TaiwanStockDelisting: {
    where: "delisting_date >= DATE '2026-01-01'",
    lacks: ['reason', 'is_transfer'],
    why: 'the OTC market tells the running year, and the listed market neither reason nor transfers',
  },
  TaiwanStockCashFlowsStatement: statement,
  // The market has quarters and years alone.
  TaiwanStockFinancialStatement: { ...statement, where: `${statement.where} AND period <> 'cumulative'` },
  // Banks and insurers alone have their cash in the list.
  TaiwanStockBalanceSheet: { ...statement, where: `${statement.where} AND type <> 'CashAndCashEquivalents'` },
  TaiwanStockDividendResult: {
    lacks: ['rights_issue_shares', 'rights_issue_price', 'rights_issue_per_1000'],
    why: 'no rights issue is one of no shares to the exchange, and none to the market',
  },
  TaiwanStockCapitalReductionReferencePrice: {
    on: ['2026-09-30'],
    where: "resumption_date = DATE '2026-09-29'",
  },
  TaiwanStockSplitPrice: { on: ['2026-03-26'], where: "resumption_date = DATE '2026-03-25'" },
  TaiwanStockChangeFaceReference: { on: ['2026-06-08'], where: "resumption_date = DATE '2026-06-05'" },
  TaiwanStockMonthRevenue: { where: "report_month = DATE '2026-10-01'", why: 'a month is told after its end' },
  TaiwanStockMarketValueWeight: {
    lacks: ['is_estimated'],
    why: 'weights of the end of a month are published; the market has them computed',
  },
  TaiwanStockCompanyIndustry: {
    where: "classification = 'official' AND stock_id IN (SELECT stock_id FROM told)",
    lacks: ['as_of_date'],
    why: `the value chain may not be asked for; ${left}`,
  },
  TaiwanFinancialHoldingsCompany: {
    where: "report_month = DATE '2026-10-01'",
    lacks: ['link', 'net_revenue_month'],
    why: 'a month is told after its end, and without these two',
  },
  TaiwanFutureOptionTickRealtime: {
    where: "product_id <> 'CDO'",
    lacks: [
      'contract_name',
      'quote_time',
      'reference_price',
      'spread',
      'spread_percent',
      'limit_up',
      'limit_down',
      'best_bid_size',
      'best_ask_size',
      'snapshot_time',
    ],
    why: 'the report of the day has no quotes of the moment, nor the codes of options on stocks',
  },
  TaiwanCBOverview: { lacks: ['bond_kind'], why: 'the list tells it by the name alone' },
  TaiwanRelatedNews: {
    isNot: true,
    why: 'the news of the market are its own; the exchange prints announcements of our making',
  },
  CurrencyCirculation: {
    where: `report_month BETWEEN DATE '2026-07-01' AND DATE '2026-09-01' OR
      (country = 'TW' AND report_month BETWEEN DATE '2018-01-01' AND DATE '2026-09-01')`,
    why: 'of the dollar the last months are asked for',
  },
  USStockPrice: {
    where: "stock_id IN ('TSM', '^SOX') AND trade_date BETWEEN DATE '2026-11-02' AND DATE '2026-11-12'",
    why: 'asked for by symbol',
  },
  CentralBankRate: {
    where: `effective_date BETWEEN DATE '2026-10-15' AND DATE '2026-11-13' OR
      (bank_code = 'CBC' AND effective_date >= DATE '2017-09-22')`,
    why: 'of other banks the last weeks are asked for',
  },
  TaiwanMonthlyEconomicIndicator: {
    where: "report_month BETWEEN DATE '2018-01-01' AND DATE '2026-09-01'",
    why: 'months before October',
  },
  TaiwanFearAndGreedIndex: { isNot: true, why: 'follows from 125 days of prices' },
}

export const comparingOf = (name: string): Comparing => comparings[name as DatasetName] ?? {}
