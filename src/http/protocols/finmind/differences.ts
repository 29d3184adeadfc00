import { addMonths, dateOf, dayOf, dayOfMonth } from '../../../days.ts'
import type { Cell, Row } from '../../../query/formats/page.ts'
import type { RawParameters } from '../../../query/parameters.ts'

/** A row of FinMind: decimals are numbers, and a text that is not known is empty. */
export type TheirRow = Record<string, Cell>

/** The name of a security; empty for an unknown one. */
export type NameOf = (id: string) => string

/** The rows of FinMind that a row of ours is; `own` has the columns of `columns.tsv`. */
type RowsOf = (row: Row, own: TheirRow, nameOf: NameOf) => readonly TheirRow[]

/** What differs in a dataset of FinMind beside the names, units and values of its columns. */
export type Difference = {
  /** Our dataset, where it is not the one that hints name. */
  readonly dataset?: string
  /** True for a list, whose date is that of the list: days of a request have no meaning. */
  readonly isList?: true
  /** Parameters of every request. */
  readonly fixed?: RawParameters
  /** The id in a request, as it is here, and an id of ours, as it is there. */
  readonly idOf?: (id: string) => string
  readonly theirIdOf?: (id: string) => string
  /** The first and the last day of a request, as they are here. */
  readonly from?: (day: string) => string
  readonly to?: (day: string) => string
  readonly rowsOf?: RowsOf
  /** True where `rowsOf` names securities. */
  readonly isNamed?: true
}

/** FinMind's categories of investors with the columns in which we have them. */
const investors = {
  Foreign_Investor: 'foreign_investor',
  Foreign_Dealer_Self: 'foreign_dealer',
  Investment_Trust: 'investment_trust',
  Dealer_self: 'dealer_self',
  Dealer_Hedging: 'dealer_hedging',
} as const

/** A row for each category of investors; those that did not exist on that day have none. */
const byInvestor =
  (suffix: string): RowsOf =>
  (row, own) =>
    Object.entries(investors).flatMap(([name, ours]) => {
      const [buy, sell] = [row[`${ours}_buy${suffix}`], row[`${ours}_sell${suffix}`]]
      return buy === null || sell === null ? [] : [{ ...own, buy: Number(buy), name, sell: Number(sell) }]
    })

/** FinMind's market totals are those of TWSE. */
const twse = { fixed: { market: 'TWSE' } } as const

const totals: RowsOf = (row, { date = '' }) =>
  (
    [
      ['MarginPurchase', 'margin_purchase', '', 'cash_repayment', 1_000],
      ['MarginPurchaseMoney', 'margin_purchase', '_amount', 'cash_repayment', 1],
      ['ShortSale', 'short_sale', '', 'stock_repayment', 1_000],
    ] as const
  ).map(([name, kind, suffix, repaid, lot]) => {
    const of = (what: string) => Number(row[`${kind}_${what}${suffix}`]) / lot
    const balances = { TodayBalance: of('balance'), YesBalance: of('previous_balance'), buy: of('buy') }
    return { ...balances, date, name, Return: of(repaid), sell: of('sell') }
  })

/** Codes of accounts that FinMind calls otherwise. */
const accounts: Readonly<Record<string, string>> = {
  IncomeTaxExpense: 'TAX',
  TotalComprehensiveIncome: 'TotalConsolidatedProfitForThePeriod',
  NetIncomeAttributableToOwnersOfParent: 'EquityAttributableToOwnersOfParent',
  NetIncomeAttributableToNoncontrollingInterests: 'NoncontrollingInterests',
  RightOfUseAssets: 'RightOfUseAsset',
}
const statement: Difference = {
  rowsOf: (_, own) => [{ ...own, type: String(own.type).replace(/^[^_]+/, (code) => accounts[code] ?? code) }],
}

/** FinMind dates a month's revenue by the first day of the next month. */
const monthBefore = (day: string): string => dateOf(addMonths(dayOf(`${day.slice(0, 7)}-01`), -1))
const revenue: Difference = {
  from: (day) => (dayOfMonth(dayOf(day)) === 1 ? monthBefore(day) : `${day.slice(0, 7)}-01`),
  to: monthBefore,
  rowsOf: ({ report_month }, own) => {
    const [revenue_year, revenue_month] = String(report_month).split('-').map(Number) as [number, number]
    const date = dateOf(addMonths(dayOf(String(report_month)), 1))
    return [{ ...own, date, country: 'Taiwan', revenue_month, revenue_year }]
  },
}

/** A security without an industry has its kind there. */
const securities: Difference = {
  isList: true,
  rowsOf: ({ industry_category, security_type }, own) => [
    industry_category === null ? { ...own, industry_category: String(security_type).toUpperCase() } : own,
  ],
}

const marketName = (id: string): string => (id === 'TPEX' ? 'TPEx' : id)
const tenorOf = (name: string): string => name.replace(/^United States (\d+)-(M|Y)(onth|ear)$/, '$1$2')
const tenorName = (id: string): string => `United States ${id.replace('M', '-Month').replace('Y', '-Year')}`
const list = { isList: true } as const

/** By the names of FinMind. */
export const differences: Readonly<Record<string, Difference>> = {
  TaiwanStockInfo: securities,
  TaiwanStockInfoWithWarrant: securities,
  TaiwanSecuritiesTraderInfo: list,
  TaiwanStockConvertibleBondInfo: list,
  TaiwanStockIndustryChain: list,
  TaiwanStockWeekPrice: { rowsOf: ({ week }, own) => [{ ...own, yweek: String(week).replace('-', '') }] },
  TaiwanStockMonthPrice: { rowsOf: ({ month }, own) => [{ ...own, ymonth: String(month).replace('-', 'M') }] },
  TaiwanVariousIndicators5Seconds: {
    fixed: { stock_id: 'TAIEX' },
    rowsOf: (row, own) => [{ ...own, date: `${row.trade_date} ${row.trade_time}` }],
  },
  TaiwanStockDayTrading: {
    rowsOf: ({ is_sell_first_suspended: isSuspended }, own) => [
      { ...own, BuyAfterSale: isSuspended === null ? '' : isSuspended ? 'N' : 'Y' },
    ],
  },
  TaiwanStockTotalReturnIndex: {
    idOf: (id) => id.toUpperCase(),
    theirIdOf: marketName,
    rowsOf: ({ stock_id }, own) => [{ ...own, stock_id: marketName(String(stock_id)) }],
  },
  TaiwanStockTotalMarginPurchaseShortSale: { ...twse, rowsOf: totals },
  TaiwanStockInstitutionalInvestorsBuySell: { rowsOf: byInvestor('') },
  TaiwanStockTotalInstitutionalInvestors: { ...twse, rowsOf: byInvestor('_amount') },
  TaiwanTotalExchangeMarginMaintenance: twse,
  TaiwanStockShareholding: {
    isNamed: true,
    rowsOf: ({ stock_id }, own, nameOf) => [{ ...own, stock_name: nameOf(String(stock_id)) }],
  },
  TaiwanStockFinancialStatements: statement,
  TaiwanStockBalanceSheet: statement,
  TaiwanStockCashFlowsStatement: statement,
  TaiwanStockMonthRevenue: revenue,
  TaiwanFutOptDailyInfo: {
    ...{ isList: true, fixed: { latest: 'true' } },
    rowsOf: ({ product_type }, own) => [
      { ...own, type: product_type === 'option' ? 'TaiwanOptionDaily' : 'TaiwanFuturesDaily' },
    ],
  },
  TaiwanFuturesOpenInterestLargeTraders: { dataset: 'TaiwanFuturesLargeTradersHistory' },
  TaiwanOptionOpenInterestLargeTraders: { dataset: 'TaiwanOptionsLargeTradersHistory' },
  TaiwanStockConvertibleBondDailyOverview: { dataset: 'TaiwanCBOverviewHistory' },
  TaiwanStockNews: {
    rowsOf: ({ published_at, publish_date }, own) => [
      {
        ...own,
        date: String(published_at ?? publish_date)
          .slice(0, 19)
          .replace('T', ' '),
      },
    ],
  },
  GovernmentBondsYield: {
    ...{ idOf: tenorOf, theirIdOf: tenorName },
    rowsOf: ({ tenor }, own) => [{ ...own, name: tenorName(String(tenor)) }],
  },
}
