import { type Alias, aliasesOf } from '../../../catalogue/aliases.ts'
import type { Dataset } from '../../../catalogue/dataset.ts'
import { datasetHint } from '../../../catalogue/elsewhere.ts'
import { catalogue, find } from '../../../catalogue/index.ts'
import { addMonths, dateOf, dayOf, dayOfMonth } from '../../../days.ts'
import type { Cell, Row } from '../../../query/formats/page.ts'
import type { RawParameters } from '../../../query/parameters.ts'

/** A row of FinMind: decimals are numbers, and a text that is not known is empty. */
export type TheirRow = Record<string, Cell>

/** The name of a security; empty for an unknown one. */
type NameOf = (id: string) => string

/** The rows of FinMind that a row of ours is. */
type RowsOf = (row: Row, own: TheirRow, nameOf: NameOf) => readonly TheirRow[]

/** What differs in a dataset of FinMind beside the names, units and values of its columns. */
type More = {
  /** Our dataset, where it is not the one that hints name. */
  readonly dataset?: string
  /** True for a list, whose date is that of the list: days of a request have no meaning. */
  readonly isList?: true
  /** Parameters of every request. */
  readonly fixed?: RawParameters
  /** The id in a request, as it is here. */
  readonly idOf?: (id: string) => string
  /** An id of ours, as it is there. */
  readonly theirIdOf?: (id: string) => string
  /** The first and the last day of a request, as they are here. */
  readonly from?: (day: string) => string
  readonly to?: (day: string) => string
  /** The rows of FinMind that our row is, with the columns that its own names give. */
  readonly rowsOf?: RowsOf
}

/** The columns of a dataset of FinMind in its order: `theirs`, or `theirs=ours` where no table of names knows it. */
type Shape = readonly [columns: string, more?: More]

const prices = 'date stock_id Trading_Volume Trading_money open max min close spread Trading_turnover'
const bars = (period: string) =>
  `stock_id ${period} max min trading_volume=volume trading_money=turnover trading_turnover=trade_count date close open spread`
const statement = 'date stock_id type=type value origin_name'
const deals =
  'institutional_investors=institutional_investor long_deal_volume long_deal_amount/1000 short_deal_volume short_deal_amount/1000'
const openInterest =
  'long_open_interest_balance_volume=long_open_interest_volume long_open_interest_balance_amount=long_open_interest_amount/1000 short_open_interest_balance_volume=short_open_interest_volume short_open_interest_balance_amount=short_open_interest_amount/1000'
const largest = ['trader', 'specific']
  .flatMap((who, i) => [
    ...(i === 1 ? ['market_open_interest'] : []),
    ...['buy_top5', 'buy_top10', 'sell_top5', 'sell_top10'].flatMap((side) => {
      const name = `${side}_${who}_open_interest`
      return [name, `${name}_per=${name}_percent`]
    }),
  ])
  .join(' ')
const list = 'industry_category=industry_category stock_id stock_name type=market date'
const settlement = (kind: 'futures' | 'option') =>
  `date contract_month ${kind}_type=product_category ${kind}_id ${kind}_name settlement_price=final_settlement_price underlying_code=underlying_stock_id notional_value=contract_value`
const dealers = (kind: 'futures' | 'option') =>
  `date dealer_code=broker_id dealer_name=broker_name ${kind}_id volume is_after_hour=trading_session`
const contract = 'date futures_id contract_date=contract_month'
const bond =
  'cb_id cb_name date=trade_date InitialDateOfConversion DueDateOfConversion InitialDateOfStopConversion= DueDateOfStopConversion= ConversionPrice NextEffectiveDateOfConversionPrice LatestInitialDateOfPut LatestDueDateOfPut LatestPutPrice InitialDateOfEarlyRedemption DueDateOfEarlyRedemption EarlyRedemptionPrice DateOfDelisted IssuanceAmount OutstandingAmount ReferencePrice PriceOfUnderlyingStock InitialDateOfSuspension DueDateOfSuspension CouponRate'

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
      if (buy === null || sell === null) return []
      return [{ ...own, buy: Number(buy), name, sell: Number(sell) }]
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
    return {
      ...{ TodayBalance: of('balance'), YesBalance: of('previous_balance'), buy: of('buy') },
      ...{ date, name, Return: of(repaid), sell: of('sell') },
    }
  })

/** Codes of accounts that FinMind calls otherwise. */
const accounts: Readonly<Record<string, string>> = {
  IncomeTaxExpense: 'TAX',
  TotalComprehensiveIncome: 'TotalConsolidatedProfitForThePeriod',
  NetIncomeAttributableToOwnersOfParent: 'EquityAttributableToOwnersOfParent',
  NetIncomeAttributableToNoncontrollingInterests: 'NoncontrollingInterests',
  RightOfUseAssets: 'RightOfUseAsset',
}
const account = (code: string): string => accounts[code] ?? code
const accountRow: More = {
  rowsOf: (_, own) => [{ ...own, type: String(own.type).replace(/^[^_]+/, account) }],
}

/** FinMind dates a month's revenue by the first day of the next month. */
const nextMonth = (day: string): string => dateOf(addMonths(dayOf(day), 1))
const monthBefore = (day: string): string => dateOf(addMonths(dayOf(`${day.slice(0, 7)}-01`), -1))
const revenue: More = {
  from: (day) => (dayOfMonth(dayOf(day)) === 1 ? monthBefore(day) : `${day.slice(0, 7)}-01`),
  to: monthBefore,
  rowsOf: (row, own) => {
    const month = String(row.report_month)
    const [revenue_year, revenue_month] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))]
    return [{ ...own, date: nextMonth(month), country: 'Taiwan', revenue_month, revenue_year }]
  },
}

/** A fund or another security without an industry has its kind there. */
const kinds: More = {
  isList: true,
  rowsOf: (row, own) => [
    row.industry_category === null ? { ...own, industry_category: String(row.security_type).toUpperCase() } : own,
  ],
}

const marketName = (id: string): string => (id === 'TPEX' ? 'TPEx' : id)

const tenors = [['Month', 'M'] as const, ['Year', 'Y'] as const]
/** `10Y` for `United States 10-Year`. */
const tenorOf = (name: string): string => {
  const [, count, unit] = /^United States (\d+)-(Month|Year)$/.exec(name) ?? []
  return count === undefined ? name : `${count}${tenors.find(([word]) => word === unit)![1]}`
}

const tenorName = (tenor: string): string => `United States ${tenor.replace(/M$/, '-Month').replace(/Y$/, '-Year')}`

const shapes: Readonly<Record<string, Shape>> = {
  TaiwanStockInfo: [list, kinds],
  TaiwanStockInfoWithWarrant: [list, kinds],
  TaiwanStockTradingDate: ['date'],
  TaiwanStockPrice: [prices],
  TaiwanStockPriceAdj: [prices],
  TaiwanStockWeekPrice: [
    bars('yweek=week'),
    { rowsOf: (row, own) => [{ ...own, yweek: String(row.week).replace('-', '') }] },
  ],
  TaiwanStockMonthPrice: [
    bars('ymonth=month'),
    { rowsOf: (row, own) => [{ ...own, ymonth: String(row.month).replace('-', 'M') }] },
  ],
  TaiwanStockPER: ['date stock_id dividend_yield PER PBR'],
  TaiwanStockStatisticsOfOrderBookAndTrade: [
    'Time=trade_time TotalBuyOrder=buy_order_count TotalBuyVolume=buy_order_volume/1000 TotalSellOrder=sell_order_count TotalSellVolume=sell_order_volume/1000 TotalDealOrder=trade_count TotalDealVolume=volume/1000 TotalDealMoney=turnover/1000000 date',
  ],
  TaiwanVariousIndicators5Seconds: [
    'date TAIEX=index_value',
    { fixed: { stock_id: 'TAIEX' }, rowsOf: (row, own) => [{ ...own, date: `${row.trade_date} ${row.trade_time}` }] },
  ],
  TaiwanStockEvery5SecondsIndex: ['date time=trade_time stock_id price=index_value kind=market'],
  TaiwanStockDayTrading: [
    'stock_id date BuyAfterSale=is_sell_first_suspended Volume BuyAmount SellAmount',
    {
      rowsOf: ({ is_sell_first_suspended: isSuspended }, own) => [
        { ...own, BuyAfterSale: isSuspended === null ? '' : isSuspended ? 'N' : 'Y' },
      ],
    },
  ],
  TaiwanStockTotalReturnIndex: [
    'price stock_id date',
    {
      idOf: (id) => id.toUpperCase(),
      theirIdOf: marketName,
      rowsOf: (_, own) => [{ ...own, stock_id: marketName(String(own.stock_id)) }],
    },
  ],
  TaiwanStock10Year: ['date stock_id close=ten_year_average'],
  TaiwanStockSuspended: ['stock_id date suspension_time=halt_time resumption_date resumption_time'],
  TaiwanStockDayTradingSuspension: ['stock_id date end_date=suspend_end_date reason'],
  TaiwanStockPriceLimit: ['date stock_id reference_price limit_up limit_down'],
  TaiwanStockMarginPurchaseShortSale: [
    'date stock_id MarginPurchaseBuy MarginPurchaseCashRepayment MarginPurchaseLimit MarginPurchaseSell MarginPurchaseTodayBalance MarginPurchaseYesterdayBalance Note OffsetLoanAndShort ShortSaleBuy ShortSaleCashRepayment ShortSaleLimit ShortSaleSell ShortSaleTodayBalance ShortSaleYesterdayBalance',
  ],
  TaiwanStockTotalMarginPurchaseShortSale: ['date', { ...twse, rowsOf: totals }],
  TaiwanStockInstitutionalInvestorsBuySell: ['date stock_id', { rowsOf: byInvestor('') }],
  TaiwanStockInstitutionalInvestorsBuySellWide: [
    `date stock_id ${['Foreign_Investor', 'Foreign_Dealer_Self', 'Investment_Trust', 'Dealer', 'Dealer_self', 'Dealer_Hedging'].map((name) => `${name}_buy ${name}_sell`).join(' ')}`,
  ],
  TaiwanStockTotalInstitutionalInvestors: ['date', { ...twse, rowsOf: byInvestor('_amount') }],
  TaiwanStockShareholding: [
    'date stock_id stock_name= InternationalCode ForeignInvestmentRemainingShares ForeignInvestmentShares ForeignInvestmentRemainRatio ForeignInvestmentSharesRatio ForeignInvestmentUpperLimitRatio ChineseInvestmentUpperLimitRatio NumberOfSharesIssued RecentlyDeclareDate note',
    { rowsOf: (_, own, nameOf) => [{ ...own, stock_name: nameOf(String(own.stock_id)) }] },
  ],
  TaiwanStockHoldingSharesPer: ['date stock_id HoldingSharesLevel people percent unit'],
  TaiwanStockSecuritiesLending: [
    'date stock_id transaction_type volume/1000 fee_rate close original_return_date original_lending_period',
  ],
  TaiwanStockMarginShortSaleSuspension: ['stock_id date end_date reason'],
  TaiwanDailyShortSaleBalances: [
    'stock_id MarginShortSalesPreviousDayBalance MarginShortSalesShortSales MarginShortSalesShortCovering MarginShortSalesStockRedemption MarginShortSalesCurrentDayBalance MarginShortSalesQuota SBLShortSalesPreviousDayBalance SBLShortSalesShortSales SBLShortSalesReturns SBLShortSalesAdjustments SBLShortSalesCurrentDayBalance SBLShortSalesQuota date',
  ],
  TaiwanSecuritiesTraderInfo: [
    'securities_trader_id=broker_id securities_trader=broker_name date address phone',
    { isList: true },
  ],
  TaiwanTotalExchangeMarginMaintenance: ['date TotalExchangeMarginMaintenance=margin_maintenance_ratio', twse],
  TaiwanStockBlockTrade: ['date stock_id trade_type price volume trading_money=turnover'],
  TaiwanStockDispositionSecuritiesPeriod: [
    'date stock_id stock_name disposition_cnt condition measure period_start period_end',
  ],
  TaiwanStockDayTradingBorrowingFeeRate: [
    'date stock_id stock_name InvestorBorrowedShares=borrowed_volume InvestorBorrowingFeeRate=fee_rate',
  ],
  TaiwanStockFinancialStatements: [statement, accountRow],
  TaiwanStockBalanceSheet: [statement, accountRow],
  TaiwanStockCashFlowsStatement: [statement, accountRow],
  TaiwanStockDividend: [
    'date=announce_date stock_id year StockEarningsDistribution StockStatutorySurplus StockExDividendTradingDate TotalEmployeeStockDividend TotalEmployeeStockDividendAmount= RatioOfEmployeeStockDividendOfTotal= RatioOfEmployeeStockDividend= CashEarningsDistribution CashStatutorySurplus CashExDividendTradingDate CashDividendPaymentDate TotalEmployeeCashDividend TotalNumberOfCashCapitalIncrease CashIncreaseSubscriptionRate CashIncreaseSubscriptionpRrice RemunerationOfDirectorsAndSupervisors ParticipateDistributionOfTotalShares AnnouncementDate AnnouncementTime',
  ],
  TaiwanStockDividendResult: [
    'date stock_id before_price after_price stock_and_cache_dividend stock_or_cache_dividend max_price min_price open_price reference_price',
  ],
  TaiwanStockMonthRevenue: [
    'date=report_month stock_id country= revenue revenue_month=report_month revenue_year= create_time=first_seen_date',
    revenue,
  ],
  TaiwanStockCapitalReductionReferencePrice: [
    'date stock_id ClosingPriceonTheLastTradingDay PostReductionReferencePrice LimitUp LimitDown OpeningReferencePrice ExrightReferencePrice ReasonforCapitalReduction',
  ],
  TaiwanStockMarketValue: ['date stock_id market_value'],
  TaiwanStockDelisting: ['date stock_id stock_name'],
  TaiwanStockMarketValueWeight: ['rank stock_id stock_name weight_per=weight_percent date type=market'],
  TaiwanStockSplitPrice: ['date stock_id type before_price after_price max_price min_price open_price'],
  TaiwanStockParValueChange: [
    'date stock_id stock_name before_close after_ref_close after_ref_max after_ref_min after_ref_open',
  ],
  TaiwanFutOptDailyInfo: [
    'code=product_id type=product_type name=product_name',
    {
      isList: true,
      fixed: { latest: 'true' },
      rowsOf: (row, own) => [
        { ...own, type: row.product_type === 'option' ? 'TaiwanOptionDaily' : 'TaiwanFuturesDaily' },
      ],
    },
  ],
  TaiwanFuturesDaily: [
    `${contract} open max min close spread spread_per volume settlement_price open_interest trading_session`,
  ],
  TaiwanOptionDaily: [
    'date option_id contract_date strike_price call_put! open max min close volume settlement_price open_interest trading_session',
  ],
  TaiwanFuturesInstitutionalInvestors: [`name=futures_id date ${deals} ${openInterest}`],
  TaiwanOptionInstitutionalInvestors: [`name=option_id date call_put ${deals} ${openInterest}`],
  TaiwanFuturesInstitutionalInvestorsAfterHours: [`futures_id date ${deals}`],
  TaiwanOptionInstitutionalInvestorsAfterHours: [`option_id date call_put ${deals}`],
  TaiwanFuturesDealerTradingVolumeDaily: [dealers('futures')],
  TaiwanOptionDealerTradingVolumeDaily: [dealers('option')],
  TaiwanFuturesOpenInterestLargeTraders: [
    `name=futures_name contract_type=contract_month ${largest} date futures_id`,
    { dataset: 'TaiwanFuturesLargeTradersHistory' },
  ],
  TaiwanOptionOpenInterestLargeTraders: [
    `contract_type=contract_month ${largest} date put_call=call_put! name=option_name option_id`,
    { dataset: 'TaiwanOptionsLargeTradersHistory' },
  ],
  TaiwanFuturesSpreadTrading: [
    `${contract} open max min close best_bid best_ask historical_max=historical_high historical_min=historical_low spread_to_spread_volume spread_to_single_volume trading_session`,
  ],
  TaiwanFuturesFinalSettlementPrice: [settlement('futures')],
  TaiwanOptionFinalSettlementPrice: [settlement('option')],
  TaiwanStockConvertibleBondInfo: [
    'cb_id cb_name InitialDateOfConversion DueDateOfConversion IssuanceAmount',
    { isList: true },
  ],
  TaiwanStockConvertibleBondDailyOverview: [bond, { dataset: 'TaiwanCBOverviewHistory' }],
  TaiwanStockNews: [
    'date=publish_date stock_id description=summary link source title',
    {
      rowsOf: (row, own) => [
        {
          ...own,
          date: String(row.published_at ?? row.publish_date)
            .slice(0, 19)
            .replace('T', ' '),
        },
      ],
    },
  ],
  TaiwanBusinessIndicator: [
    'date leading leading_notrend coincident coincident_notrend lagging lagging_notrend monitoring monitoring_color',
  ],
  TaiwanStockIndustryChain: ['stock_id industry sub_industry date', { isList: true }],
  TaiwanExchangeRate: ['date currency cash_buy cash_sell spot_buy spot_sell'],
  InterestRate: ['country=bank_code date full_country_name interest_rate'],
  GovernmentBondsYield: [
    'date name=tenor value',
    {
      idOf: tenorOf,
      theirIdOf: tenorName,
      rowsOf: (_, own) => [{ ...own, name: tenorName(String(own.name)) }],
    },
  ],
  GoldPrice: ['Price date'],
  CrudeOilPrices: ['date name price'],
  USStockPrice: ['date stock_id Adj_Close Close High Low Open Volume'],
}

const sessions: Readonly<Record<string, string>> = { regular: 'position', after_hours: 'after_market' }

/** Their values by ours, the first of several. */
const valuesOf = ({ values = {} }: Alias): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values)
      .reverse()
      .map(([theirs, ours]) => [ours, theirs]),
  )

/** A column of FinMind: its name, and its value in a row of ours. */
type TheirColumn = {
  readonly name: string
  /** Our column; null where we have none. */
  readonly ours: string | null
  /** True for a number that FinMind has as a float: it is printed with a point. */
  readonly isFloat: boolean
  readonly read: (row: Row) => Cell
}

/** Our column of a title, by the names that imports know of a dataset, or by its own name. */
function columnOf(dataset: Dataset, title: string, named: Dataset): string | undefined {
  const wanted = title.toLowerCase()
  const known = Object.keys(dataset.columns).find((column) =>
    aliasesOf(named, column).some((alias) => alias.title.toLowerCase() === wanted),
  )
  return known ?? Object.keys(dataset.columns).find((column) => column.toLowerCase() === wanted)
}

const investorNames: Readonly<Record<string, string>> = {
  foreign_investor: '外資',
  investment_trust: '投信',
  dealer: '自營商',
}

/** The values of a column in FinMind's words; null where they are ours. */
function wordsOf(dataset: Dataset, column: string, title: string): Readonly<Record<string, string>> | null {
  if (column === 'trading_session') return sessions
  if (column === 'institutional_investor') return investorNames
  const aliases = aliasesOf(dataset, column).filter(({ values }) => values !== undefined)
  const alias = aliases.find((one) => one.title.toLowerCase() === title.toLowerCase()) ?? aliases[0]
  return alias ? valuesOf(alias) : null
}

/** Sums of money are whole numbers in FinMind. */
const isAmount = ({ unit, scale }: Dataset['columns'][string]): boolean => unit === 'TWD' && scale === 2

/** Reads a column of a shape: `theirs=ours/unit`; `!` keeps our values. */
function readColumn(dataset: Dataset, text: string, named = dataset): TheirColumn {
  const [, name = '', equals, given = '', unit, raw] = /^(\w+)(=)?(\w*)(?:\/(\d+))?(!)?$/.exec(text)!
  if (equals && given === '') return { name, ours: null, isFloat: false, read: () => null }
  const ours = equals ? given : columnOf(dataset, name, named)
  const field = dataset.columns[ours ?? '']
  if (ours === undefined || !field) throw new Error(`${dataset.name} has no column for ${text}`)
  const alias = aliasesOf(dataset, ours).find(({ title }) => title.toLowerCase() === name.toLowerCase())
  const times = unit === undefined ? (equals ? 1 : (alias?.times ?? 1)) : Number(unit)
  const words = raw ? null : wordsOf(dataset, ours, name)
  const isNumber = (field.kind === 'integer' || field.kind === 'decimal') && words === null
  if (isNumber)
    return {
      ...{ name, ours, isFloat: field.kind === 'decimal' && !isAmount(field) },
      read: (row) => (row[ours] === null ? null : Number(row[ours]) / times),
    }
  if (field.kind === 'boolean') return { name, ours, isFloat: false, read: (row) => row[ours]! }
  if (name === 'is_after_hour') return { name, ours, isFloat: false, read: (row) => row[ours] === 'after_hours' }
  return {
    ...{ name, ours, isFloat: false },
    read: (row) => {
      const value = row[ours]
      return value === null || value === undefined ? '' : (words?.[String(value)] ?? String(value))
    },
  }
}

/** A dataset as a client of FinMind asks for it. */
export type TheirDataset = {
  readonly name: string
  readonly dataset: Dataset
  /** The columns of the rows, unless `rowsOf` makes others. */
  readonly columns: readonly TheirColumn[]
  readonly floats: ReadonlySet<string>
  readonly more: More
}

/** Our own columns, with numbers for decimals, of a dataset that FinMind does not have. */
const ownColumns = (dataset: Dataset): TheirColumn[] =>
  Object.keys(dataset.columns).map((column) => ({ ...readColumn(dataset, `${column}=${column}!`), name: column }))

function readShape(name: string, dataset: Dataset): TheirDataset {
  const [text, more = {}] = shapes[name] ?? []
  const own = more.dataset === undefined ? dataset : find(more.dataset)!
  const columns =
    text === undefined ? ownColumns(dataset) : text.split(' ').map((column) => readColumn(own, column, dataset))
  const floats = new Set(columns.filter(({ isFloat }) => isFloat).map((column) => column.name))
  return { name, dataset: own, columns, floats, more }
}

const known = new Map<string, TheirDataset>()

/** The dataset of a name of FinMind, or of one of ours; null for every other name. */
export function theirDataset(name: string): TheirDataset | null {
  const hint = datasetHint(name)
  const dataset = find(name) ?? (hint?.isHere ? find(hint.dataset) : undefined)
  if (!dataset) return null
  // Names come from requests: only those of the tables are kept.
  const own = find(name) ? name : hint!.name
  const made = known.get(own) ?? readShape(own, dataset)
  known.set(own, made)
  return made
}

/** Every dataset that this address has, by the name that FinMind's clients know. */
export const theirNames: readonly string[] = [
  ...new Set([...Object.keys(shapes), ...catalogue.map(({ name }) => name)]),
]

/** A row as JSON: floats have a point, as Python writes them, so that a column of whole prices is one of floats there. */
export function printRow({ floats }: TheirDataset, row: TheirRow): string {
  const cells = Object.entries(row).map(([name, value]) => {
    const text = JSON.stringify(value)
    return `"${name}":${floats.has(name) && /^-?\d+$/.test(text) ? `${text}.0` : text}`
  })
  return `{${cells.join(',')}}`
}

/** Rows of FinMind for rows of ours. */
export function theirRows({ columns, more }: TheirDataset, row: Row, nameOf: NameOf): readonly TheirRow[] {
  const own: TheirRow = {}
  for (const { name, read: readCell } of columns) own[name] = readCell(row)
  return more.rowsOf ? more.rowsOf(row, own, nameOf) : [own]
}
