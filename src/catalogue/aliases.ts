import { holdingBrackets } from './chips/TaiwanStockHoldingSharesPer.ts'
import type { Dataset } from './dataset.ts'

/**
 * Names of our columns in files from other services, mostly FinMind's. Names are matched without regard to case.
 */
export type Alias = {
  readonly title: string
  /** Applies only if the file has this column too; it then takes precedence over our column of the same name. */
  readonly beside?: string
  /** The factor from their unit to ours: a lot is 1,000 shares, a fraction of 1 is 100 percent. */
  readonly times?: 100 | 1000 | 1_000_000
  /** Texts that mean null, under any column title. */
  readonly none?: RegExp
  /** A map from their values to ours; an empty one is null, and other values are read unchanged. */
  readonly values?: Readonly<Record<string, string>>
  /** Our value for all their other values. */
  readonly otherwise?: string
  /** Their values have more decimal places than ours and are rounded. */
  readonly rounds?: true
}
type Names = Readonly<Record<string, readonly (string | Alias)[]>>

/** FinMind has prices of 0 on a day without a trade. */
const price = (title: string): Alias => ({ title, none: /^0(\.0+)?$/ })
/** An X, alone or before a zero, marks a day that is not compared with the previous day: an ex-day, a first day. */
const difference = (title: string): Alias => ({ title, none: /^[XＸ]\s*[-+]?[\d.]*$/i })
const lots = (title: string): Alias => ({ title, times: 1000 })
const fraction = (title: string): Alias => ({ title, times: 100, rounds: true })

const repriced: Names = {
  close_before: [price('before_price'), price('before_close'), price('ClosingPriceonTheLastTradingDay')],
  // The same file has a reference_price with another meaning.
  reference_price: [
    { ...price('after_price'), beside: 'after_price' },
    price('after_ref_close'),
    price('PostReductionReferencePrice'),
  ],
  limit_up: ['max_price', 'after_ref_max', 'LimitUp'],
  limit_down: ['min_price', 'after_ref_min', 'LimitDown'],
  opening_reference_price: ['open_price', 'after_ref_open', 'OpeningReferencePrice'],
}

/** Our values by those of others, from the lists of theirs. */
export const byTheirs = (lists: Readonly<Record<string, readonly string[]>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(lists).flatMap(([ours, theirs]) => theirs.map((one) => [one, ours])))

const investors = {
  外資: 'foreign_investor',
  外資及陸資: 'foreign_investor',
  投信: 'investment_trust',
  自營商: 'dealer',
  Foreign_Investor: 'foreign_investor',
  Investment_Trust: 'investment_trust',
  Dealer: 'dealer',
}
const thousands = (title: string): Alias => ({ title, times: 1000 })
const futuresInstitutions: Names = {
  institutional_investor: [{ title: 'institutional_investors', values: investors }],
  long_deal_amount: [thousands('long_deal_amount')],
  short_deal_amount: [thousands('short_deal_amount')],
  long_open_interest_volume: ['long_open_interest_balance_volume'],
  long_open_interest_amount: [thousands('long_open_interest_balance_amount')],
  short_open_interest_volume: ['short_open_interest_balance_volume'],
  short_open_interest_amount: [thousands('short_open_interest_balance_amount')],
}
const besideInvestors = (names: Names): Names =>
  Object.fromEntries(
    Object.entries(names).map(([column, list]) => [
      column,
      list.map((name) => (typeof name === 'string' ? name : { ...name, beside: 'institutional_investors' })),
    ]),
  )

const session = { position: 'regular', after_market: 'after_hours' }
const contracts: Names = {
  contract_month: ['contract_date'],
  spread_percent: ['spread_per'],
  trading_session: [{ title: 'trading_session', values: session }],
}

const markets = {
  twse: 'TWSE',
  tpex: 'TPEX',
  emerging: 'ESB',
  上市: 'TWSE',
  上市臺灣創新板: 'TWSE',
  上櫃: 'TPEX',
  興櫃: 'ESB',
}
const securityTypes = byTheirs({
  stock: ['股票', '創新板'],
  etf: ['ETF', '上櫃ETF', '上櫃指數股票型基金(ETF)'],
  etn: ['ETN', '指數投資證券(ETN)'],
  preferred: ['特別股'],
  tdr: ['臺灣存託憑證(TDR)', '存託憑證'],
  reit: ['受益證券-不動產投資信託', '受益證券'],
  other: ['受益證券-資產基礎證券'],
  warrant: ['上市認購(售)權證', '上櫃認購(售)權證'],
})
const securities: Names = {
  stock_id: ['code'],
  stock_name: ['name'],
  market: [
    { title: 'market', values: markets },
    { title: 'type', values: markets },
  ],
  security_type: [
    { title: 'type', beside: 'CFI', values: securityTypes },
    ...['industry', 'industry_category'].map((title) => ({
      title,
      beside: 'type',
      // Lists of industries contain indices too.
      values: { ...securityTypes, Index: '', 大盤: '', 所有證券: '' },
      otherwise: 'stock',
    })),
  ],
  industry_category: ['industry', 'group'],
  isin_code: ['ISIN'],
  cfi_code: ['CFI'],
  listing_date: ['start'],
}

/** The brackets of holders, with FinMind's names for some of them. */
const levels = [...holdingBrackets, 'more than 1,000,001', '差異數調整（說明4）', 'total']
const levelNumbers = Object.fromEntries(levels.map((name, i) => [name, String(i + 1)]))

/** Names that apply to every dataset with such a column. */
const everywhere: Names = {
  open: [price('open'), price('開盤價')],
  high: [price('high'), price('max'), price('最高價')],
  low: [price('low'), price('min'), price('最低價')],
  close: [price('close'), price('收盤價')],
  spread: [difference('spread'), difference('漲跌價差')],
  volume: ['Trading_Volume', 'volume_shares', '成交股數'],
  turnover: ['Trading_money', 'value_twd', '成交金額'],
  trade_count: ['Trading_turnover', 'transactions', '成交筆數'],
  stock_name: ['name'],
  market: [{ title: 'market', values: markets }],
  call_put: [{ title: 'call_put', values: { 買權: 'call', 賣權: 'put' } }],
}

const own: Readonly<Record<string, Names>> = {
  TaiwanStockOverview: securities,
  TaiwanStockOverviewIncludeWarrant: securities,
  TaiwanStockPrice: { stock_id: ['證券代號'], trade_date: ['date', 'roc_date', '日期'] },
  TaiwanStockPER: { pe_ratio: ['PER'], pb_ratio: ['PBR'] },
  TaiwanReturnIndex: { return_index: ['price'] },
  TaiwanStockDayTradingInfo: {
    day_trading_volume: ['Volume', 'day_trade_volume'],
    day_trading_buy_amount: ['BuyAmount'],
    day_trading_sell_amount: ['SellAmount'],
  },
  TaiwanStockMarginPurchaseShortSale: {
    margin_purchase_buy: [lots('MarginPurchaseBuy')],
    margin_purchase_sell: [lots('MarginPurchaseSell')],
    margin_purchase_cash_repayment: [lots('MarginPurchaseCashRepayment')],
    margin_purchase_previous_balance: [lots('MarginPurchaseYesterdayBalance')],
    margin_purchase_balance: [lots('MarginPurchaseTodayBalance')],
    margin_purchase_limit: [lots('MarginPurchaseLimit')],
    short_sale_buy: [lots('ShortSaleBuy')],
    short_sale_sell: [lots('ShortSaleSell')],
    short_sale_stock_repayment: [lots('ShortSaleCashRepayment')],
    short_sale_previous_balance: [lots('ShortSaleYesterdayBalance')],
    short_sale_balance: [lots('ShortSaleTodayBalance')],
    short_sale_limit: [lots('ShortSaleLimit')],
    offset_volume: [lots('OffsetLoanAndShort')],
  },
  TaiwanStockInstitutionalInvestorsBuySell: {
    foreign_dealer_buy: ['Foreign_Dealer_Self_buy'],
    foreign_dealer_sell: ['Foreign_Dealer_Self_sell'],
  },
  TaiwanDailyShortSaleBalances: {
    short_sale_previous_balance: ['MarginShortSalesPreviousDayBalance'],
    short_sale_sell: ['MarginShortSalesShortSales'],
    short_sale_buy: ['MarginShortSalesShortCovering'],
    short_sale_stock_repayment: ['MarginShortSalesStockRedemption'],
    short_sale_balance: ['MarginShortSalesCurrentDayBalance'],
    short_sale_limit: ['MarginShortSalesQuota'],
    sbl_short_sale_previous_balance: ['SBLShortSalesPreviousDayBalance'],
    sbl_short_sale_sell: ['SBLShortSalesShortSales'],
    sbl_short_sale_return: ['SBLShortSalesReturns'],
    sbl_short_sale_adjustment: ['SBLShortSalesAdjustments'],
    sbl_short_sale_balance: ['SBLShortSalesCurrentDayBalance'],
    sbl_short_sale_limit: ['SBLShortSalesQuota'],
  },
  TaiwanStockShareholding: {
    isin_code: ['InternationalCode'],
    issued_shares: ['NumberOfSharesIssued'],
    foreign_available_shares: ['ForeignInvestmentRemainingShares'],
    foreign_shares: ['ForeignInvestmentShares', 'foreign_holding_shares'],
    foreign_available_ratio: ['ForeignInvestmentRemainRatio'],
    foreign_shareholding_ratio: ['ForeignInvestmentSharesRatio'],
    foreign_limit_ratio: ['ForeignInvestmentUpperLimitRatio'],
    mainland_limit_ratio: ['ChineseInvestmentUpperLimitRatio'],
    change_reason: ['note'],
    last_report_date: ['RecentlyDeclareDate'],
  },
  TaiwanStockHoldingSharesPer: {
    level: [
      { title: 'HoldingSharesLevel', values: levelNumbers },
      { title: 'level', values: levelNumbers },
    ],
    shares: ['unit', 'holding_shares'],
  },
  TaiwanStockMarginShortSaleSuspension: { suspend_start_date: ['date'], suspend_end_date: ['end_date'] },
  TaiwanStockDisposition: {
    announce_date: ['date'],
    disposition_count: ['disposition_cnt'],
    period_start_date: ['period_start'],
    period_end_date: ['period_end'],
  },
  TaiwanStockSecuritiesLending: {
    transaction_type: [
      { title: 'transaction_type', values: { 定價: 'fixed_rate', 競價: 'competitive', 議借: 'negotiated' } },
    ],
    original_lending_days: ['original_lending_period'],
  },
  TaiwanStockMonthRevenue: {
    // FinMind's date is the month in which the figure was published.
    report_month: ['revenue_month'],
    yoy_percent: [fraction('yoy')],
    mom_percent: [fraction('mom')],
    ytd_yoy_percent: [fraction('cumulative_yoy')],
  },
  TaiwanStockDividend: {
    announce_date: ['AnnouncementDate'],
    announce_time: ['AnnouncementTime'],
    dividend_period: ['year'],
    stock_earnings_distribution: ['StockEarningsDistribution'],
    stock_statutory_surplus: ['StockStatutorySurplus'],
    stock_ex_date: ['StockExDividendTradingDate'],
    cash_earnings_distribution: ['CashEarningsDistribution'],
    cash_statutory_surplus: ['CashStatutorySurplus'],
    cash_ex_date: ['CashExDividendTradingDate'],
    cash_payment_date: ['CashDividendPaymentDate'],
    capital_increase_shares: ['TotalNumberOfCashCapitalIncrease'],
    capital_increase_ratio: ['CashIncreaseSubscriptionRate'],
    capital_increase_price: ['CashIncreaseSubscriptionpRrice'],
    participating_shares: ['ParticipateDistributionOfTotalShares'],
    employee_stock_bonus_shares: ['TotalEmployeeStockDividend'],
    employee_cash_bonus: ['TotalEmployeeCashDividend'],
    directors_remuneration: ['RemunerationOfDirectorsAndSupervisors'],
  },
  TaiwanStockDividendResult: {
    ...repriced,
    // Their reference_price is net of dividends only; our reference_price is their after_price.
    dividend_reference_price: [{ title: 'reference_price', beside: 'after_price' }],
    dividend_value: ['stock_and_cache_dividend'],
    event_type: [
      {
        title: 'stock_or_cache_dividend',
        values: byTheirs({ dividend: ['息', '除息'], rights: ['權', '除權'], both: ['權息', '除權息'] }),
      },
    ],
  },
  TaiwanStockCapitalReductionReferencePrice: {
    ...repriced,
    exright_reference_price: [price('ExrightReferencePrice')],
    reason: ['ReasonforCapitalReduction'],
  },
  TaiwanStockSplitPrice: {
    ...repriced,
    split_type: [{ title: 'type', values: { 分割: 'split', 反分割: 'reverse_split' } }],
  },
  TaiwanStockChangeFaceReference: repriced,
  TaiwanStockCompanyIndustry: { industry_category: ['industry'] },
  TaiwanFuturesDaily: contracts,
  TaiwanOptionDaily: contracts,
  TaiwanFuturesInstitutionalInvestors: besideInvestors(futuresInstitutions),
  TaiwanOptionInstitutionalInvestors: besideInvestors(futuresInstitutions),
  TaiwanCBOverview: {
    // Their date is that of the list.
    issue_date: [],
    conversion_start_date: ['InitialDateOfConversion'],
    conversion_end_date: ['DueDateOfConversion'],
    conversion_price: ['ConversionPrice'],
    conversion_price_effective_date: ['NextEffectiveDateOfConversionPrice'],
    put_start_date: ['LatestInitialDateOfPut'],
    put_end_date: ['LatestDueDateOfPut'],
    put_price: [price('LatestPutPrice')],
    call_start_date: ['InitialDateOfEarlyRedemption'],
    call_end_date: ['DueDateOfEarlyRedemption'],
    call_price: [price('EarlyRedemptionPrice')],
    delisting_date: ['DateOfDelisted'],
    issue_amount: ['IssuanceAmount'],
    outstanding_amount: ['OutstandingAmount'],
    reference_price: ['ReferencePrice'],
    underlying_price: ['PriceOfUnderlyingStock'],
    suspension_start_date: ['InitialDateOfSuspension'],
    suspension_end_date: ['DueDateOfSuspension'],
    coupon_rate: ['CouponRate'],
    as_of_date: ['date'],
  },
  CrudeOilPrices: { price: ['value'] },
  GoldPrice: { price: ['Price', 'value'] },
  USStockPrice: { adj_close: ['Adj_Close'] },
  CentralBankRate: { bank_name: ['full_country_name'], country_code: ['country'] },
  TaiwanMonthlyEconomicIndicator: {
    leading_index: ['leading'],
    leading_index_notrend: ['leading_notrend'],
    coincident_index: ['coincident'],
    coincident_index_notrend: ['coincident_notrend'],
    lagging_index: ['lagging'],
    lagging_index_notrend: ['lagging_notrend'],
    monitoring_score: ['monitoring'],
    monitoring_light: [
      {
        title: 'monitoring_color',
        values: { B: 'blue', YB: 'yellow_blue', G: 'green', YR: 'yellow_red', R: 'red' },
      },
    ],
  },
}

const aliasOf = (name: string | Alias): Alias => (typeof name === 'string' ? { title: name } : name)

/** The names of a column in other services, those of the dataset first; `date` is the key date by default. */
export function aliasesOf({ name, date }: Dataset, column: string): readonly Alias[] {
  const names = own[name]?.[column]
  const common = column === date ? (names ? [] : ['date']) : (everywhere[column] ?? [])
  return [...(names ?? []), ...common].map(aliasOf)
}

/** Datasets with their own names above; each must be in the catalogue. */
export const aliasedDatasets: readonly string[] = Object.keys(own)
export const aliasedColumns = (dataset: string): readonly string[] => Object.keys(own[dataset] ?? {})
