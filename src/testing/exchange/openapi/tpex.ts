import { TaiwanDailyShortSaleBalances } from '../../../catalogue/chips/TaiwanDailyShortSaleBalances.ts'
import { TaiwanStockBlockTrade } from '../../../catalogue/chips/TaiwanStockBlockTrade.ts'
import { TaiwanStockDayTradingFee } from '../../../catalogue/chips/TaiwanStockDayTradingFee.ts'
import { TaiwanStockDisposition } from '../../../catalogue/chips/TaiwanStockDisposition.ts'
import { TaiwanStockInstitutionalInvestorsBuySell } from '../../../catalogue/chips/TaiwanStockInstitutionalInvestorsBuySell.ts'
import { TaiwanStockMarginPurchaseShortSale } from '../../../catalogue/chips/TaiwanStockMarginPurchaseShortSale.ts'
import { TaiwanStockMarginShortSaleSuspension } from '../../../catalogue/chips/TaiwanStockMarginShortSaleSuspension.ts'
import { TaiwanStockShareholding } from '../../../catalogue/chips/TaiwanStockShareholding.ts'
import { TaiwanStockTotalInstitutionalInvestors } from '../../../catalogue/chips/TaiwanStockTotalInstitutionalInvestors.ts'
import { TaiwanCBOverview } from '../../../catalogue/convertibles/TaiwanCBOverview.ts'
import { TaiwanStockDividendResult } from '../../../catalogue/fundamentals/TaiwanStockDividendResult.ts'
import { TaiwanStockMarketValue } from '../../../catalogue/fundamentals/TaiwanStockMarketValue.ts'
import { TaiwanReturnIndex } from '../../../catalogue/technical/TaiwanReturnIndex.ts'
import { TaiwanStockDayTradingInfo } from '../../../catalogue/technical/TaiwanStockDayTradingInfo.ts'
import { TaiwanStockPER } from '../../../catalogue/technical/TaiwanStockPER.ts'
import { TaiwanStockPrice } from '../../../catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockSuspendDayTrading } from '../../../catalogue/technical/TaiwanStockSuspendDayTrading.ts'
import { TaiwanStockTradingHaltAnnouncement } from '../../../catalogue/technical/TaiwanStockTradingHaltAnnouncement.ts'
import { TaiwanWeightedIndex } from '../../../catalogue/technical/TaiwanWeightedIndex.ts'
import { list } from '../openApi.ts'
import type { Page } from '../page.ts'
import { pricesOf, rowsOf } from '../select.ts'
import { type Printer, printer } from '../sheet.ts'
import { templated } from '../template.ts'
import { institutionKinds } from '../tpex/institutions.ts'

/** Lists of the OTC market: the newest day, or what is in force. */

const tpex = (path: string, made: Printer): Page => list('tpexOpenApi', path, made)
const month = `BETWEEN date_trunc('month', :through) AND :through`
const id = 'SecuritiesCompanyCode stock_id\nCompanyName stock_name'

const changes = `SELECT *, coalesce(ex_mark, CASE WHEN spread > 0 THEN '+' || round(spread, 2) ELSE round(spread, 2)::VARCHAR END,
  '---') AS change, coalesce(next_up, 9999.95) AS up, coalesce(next_down, 0.01) AS down FROM (${pricesOf('TPEX')})`
const quotes = printer(
  TaiwanStockPrice,
  '',
  changes,
  `Date trade_date
   ${id}
   Close close
   Change change
   Open open
   High high
   Low low
   Average close
   TradingShares volume
   TransactionAmount turnover
   TransactionNumber trade_count
   LatestBidPrice close
   LatesAskPrice close
   Capitals =1000
   NextReferencePrice next_reference/two
   NextLimitUp up/two
   NextLimitDown down/two`,
)
const boardQuotes = printer(
  TaiwanStockPrice,
  '',
  changes,
  `Date trade_date
   ${id}
   Close close
   Change change
   Open open
   High high
   Low low
   TradingShares volume
   TransactionAmount turnover
   TransactionNumber trade_count
   LatestBidPrice close
   LatesAskPrice close
   Capitals =1000
   NextLimitUp up/two
   NextLimitDown down/two`,
)

const index = `SELECT * FROM TaiwanWeightedIndex WHERE stock_id = 'TPEX' AND trade_date ${month} ORDER BY trade_date`
const bars = printer(
  TaiwanWeightedIndex,
  '',
  index,
  `Date trade_date/compact
   Open open
   High high
   Low low
   Close close
   Change spread`,
)
const totals = printer(
  TaiwanWeightedIndex,
  '',
  index,
  `Date trade_date
   TradeVolume volume
   TradeAmount turnover
   NumberOfTransactions trade_count
   TPExIndex close
   Change spread`,
)
const returns = printer(
  TaiwanReturnIndex,
  '',
  `SELECT * FROM TaiwanReturnIndex WHERE stock_id = 'TPEX' AND trade_date ${month} ORDER BY trade_date`,
  `Date trade_date/compact
   TPExIndex price_index
   TPExTotalReturnIndex return_index`,
)

const ratios = printer(
  TaiwanStockPER,
  '',
  rowsOf(TaiwanStockPER, 'TPEX'),
  `Date trade_date
   ${id}
   PriceEarningRatio pe_ratio
   DividendPerShare dividend_per_share
   YieldRatio dividend_yield
   PriceBookRatio pb_ratio`,
)

const values = printer(
  TaiwanStockMarketValue,
  '',
  `SELECT *, row_number() OVER (ORDER BY market_value DESC) AS rank FROM (${rowsOf(TaiwanStockMarketValue, 'TPEX')})`,
  `Date trade_date
   Rank rank
   ${id}
   Capitals issued_shares
   ClosePrice close
   MarketValue market_value/bareMillions`,
)

const foreign = 'Foreign Investors include Mainland Area Investors (Foreign Dealers excluded)'
const everyForeign = 'ForeignInvestorsIncludeMainlandAreaInvestors'
const trust = 'SecuritiesInvestmentTrustCompanies'
const institutions = printer(
  TaiwanStockInstitutionalInvestorsBuySell,
  '',
  `SELECT *, foreign_investor_buy + foreign_dealer_buy AS all_buy, foreign_investor_sell + foreign_dealer_sell AS all_sell,
     foreign_investor_net + foreign_dealer_net AS all_net
   FROM (${rowsOf(TaiwanStockInstitutionalInvestorsBuySell, 'TPEX')})`,
  `Date trade_date
   ${id}
   ${foreign}-Total Buy foreign_investor_buy
   ${foreign}-Total Sell foreign_investor_sell
   ${foreign}-Difference foreign_investor_net
   Foreign Dealers-Total Buy foreign_dealer_buy
   Foreign Dealers-TotalSell foreign_dealer_sell
   ForeignDealers-Difference foreign_dealer_net
   ${everyForeign}-TotalBuy all_buy
   ${everyForeign}-TotalSell all_sell
   ForeignInvestorsInclude MainlandAreaInvestors-Difference all_net
   ${trust}-TotalBuy investment_trust_buy
   ${trust}-TotalSell investment_trust_sell
   ${trust}-Difference investment_trust_net
   Dealers-TotalBuy dealer_buy
   Dealers-TotalSell dealer_sell
   Dealers-Difference dealer_net
   Dealers -TotalSell dealer_sell
   TotalDifference total_net`,
)
const trusts = printer(
  TaiwanStockInstitutionalInvestorsBuySell,
  '',
  `SELECT *, row_number() OVER (ORDER BY investment_trust_net DESC) AS rank
   FROM (${rowsOf(TaiwanStockInstitutionalInvestorsBuySell, 'TPEX')}) WHERE investment_trust_net > 0`,
  `Date trade_date
   Rank rank
   ${id}
   Buy investment_trust_buy/bareLots
   Sell investment_trust_sell/bareLots
   NetBuy investment_trust_net/bareLots`,
)
const institutionTotals = printer(
  TaiwanStockTotalInstitutionalInvestors,
  '',
  institutionKinds('= :through'),
  `Date trade_date
   Investor label
   PurchaseAmount buy/bare
   SaleAmount sell/bare
   Net net/bare`,
)

const margin = printer(
  TaiwanStockMarginPurchaseShortSale,
  '',
  rowsOf(TaiwanStockMarginPurchaseShortSale, 'TPEX'),
  `Date trade_date
   ${id}
   MarginPurchaseBalancePreviousDay margin_purchase_previous_balance/lots
   MarginPurchase margin_purchase_buy/lots
   MarginSales margin_purchase_sell/lots
   CashRedemption margin_purchase_cash_repayment/lots
   MarginPurchaseBalance margin_purchase_balance/lots
   MarginPurchaseSecuritiesFinance =0
   MarginPurchaseUtilizationRate =0.00
   MarginPurchaseQuota margin_purchase_limit/lots
   ShortSaleBalancePreviousDay short_sale_previous_balance/lots
   ShortSale short_sale_sell/lots
   ShortConvering short_sale_buy/lots
   StockRedemption short_sale_stock_repayment/lots
   ShortSaleBalance short_sale_balance/lots
   ShortSaleSecuritiesFinance =0
   ShortSaleUtilizationRate =0.00
   ShortSaleQuota short_sale_limit/lots
   Offsetting offset_volume/lots
   Note note`,
)
const shortBalances = printer(
  TaiwanDailyShortSaleBalances,
  '',
  rowsOf(TaiwanDailyShortSaleBalances, 'TPEX'),
  `Date trade_date
   ${id}
   SaleBalancePreviousDay short_sale_previous_balance
   SaleSell short_sale_sell
   SaleBuy short_sale_buy
   SaleSpotSecurities short_sale_stock_repayment
   SaleBalanceOfTheMarketDay short_sale_balance
   SaleAvailableVolumes short_sale_limit
   SecuritiesBorrowingBalancePreviousDay sbl_short_sale_previous_balance
   SecuritiesBorrowingSale sbl_short_sale_sell
   SecuritiesBorrowingReturn sbl_short_sale_return
   SecuritiesBorrowingAdjustment sbl_short_sale_adjustment
   SecuritiesBorrowingBalanceOfTheMarketDay sbl_short_sale_balance
   AvailableVolumesForSBLShortSale sbl_short_sale_limit
   Note note`,
)
const holdings = printer(
  TaiwanStockShareholding,
  '',
  rowsOf(TaiwanStockShareholding, 'TPEX'),
  `Date trade_date
   Rank =1
   ${id}
   NumberOfSharesIssued issued_shares
   AvailableSharesForOC/FIToInvest foreign_available_shares
   CurrentlySharesOC/FIHeld foreign_shares
   PercentageOfAvailableInvestmentForOC/FI foreign_available_ratio/percent
   PercentageOfSharesOC/FMIHeld foreign_shareholding_ratio/percent
   UpperLimitOfRegulatedInvestment foreign_limit_ratio/percent
   Note =`,
)

const eligible = printer(
  TaiwanStockDayTradingInfo,
  '',
  `SELECT *, CASE WHEN is_sell_first_suspended THEN '＊' ELSE '' END AS mark
   FROM (${rowsOf(TaiwanStockDayTradingInfo, 'TPEX')})`,
  `資料日期 trade_date
   證券代號 stock_id
   證券名稱 stock_name
   暫停現股賣出後現款買進當沖註記 mark`,
)
const fees = printer(
  TaiwanStockDayTradingFee,
  '',
  `SELECT * FROM TaiwanStockDayTradingFee WHERE market = 'TPEX' AND trade_date ${month} ORDER BY trade_date, stock_id, seq`,
  `Date trade_date
   ${id}
   LendingVolume borrowed_volume
   LendingFee fee_rate`,
)
const blocks = printer(
  TaiwanStockBlockTrade,
  '',
  rowsOf(TaiwanStockBlockTrade, 'TPEX'),
  `Date trade_date
   Code stock_id
   Name stock_name
   TransactionType trade_type
   SettlementPeriod settlement_period
   TradePrice price
   NumberOfSharesTraded volume
   TradeValue turnover
   TradingTime trade_time/hhmmss`,
)

const dispositions = printer(
  TaiwanStockDisposition,
  '',
  `SELECT *, year(period_start_date) - 1911 || strftime(period_start_date, '%m%d') || '~' ||
     year(period_end_date) - 1911 || strftime(period_end_date, '%m%d') AS period
   FROM TaiwanStockDisposition WHERE market = 'TPEX' AND announce_date <= :through AND period_end_date >= :through`,
  `Date announce_date
   ${id}
   DispositionPeriod period
   DispositionReasons condition
   DisposalCondition detail`,
)
const boardDispositions = printer(
  TaiwanStockDisposition,
  '',
  `SELECT *, year(period_start_date) - 1911 || strftime(period_start_date, '%m%d') || '~' ||
     year(period_end_date) - 1911 || strftime(period_end_date, '%m%d') AS period
   FROM TaiwanStockDisposition WHERE market = 'ESB' AND announce_date <= :through AND period_end_date >= :through`,
  `編號 =1
   公布日期 announce_date
   證券代號 stock_id
   證券名稱 stock_name
   累計 =1
   處置起訖時間 period
   處置原因 condition
   處置內容 detail
   收盤價 =`,
)
const exEvents = printer(
  TaiwanStockDividendResult,
  '',
  `SELECT * REPLACE (coalesce(limit_up, 9999.95) AS limit_up, coalesce(limit_down, 0.01) AS limit_down),
     CASE event_type WHEN 'dividend' THEN '除息' WHEN 'rights' THEN '除權' ELSE '除權息' END AS kind
   FROM TaiwanStockDividendResult WHERE market = 'TPEX' AND ex_date = :through`,
  `Date ex_date
   ${id}
   ClosePriceBeforeExRightsDiviend close_before
   ExRightsDiviendQuote reference_price
   StockDividend rights_value/bare
   CashDividend cash_value/bare
   StockDividendPlusCashDividend dividend_value/bare
   ExRightsDiviend kind
   LimitUp limit_up
   LimitDown limit_down
   OpeningReferencePrice opening_reference_price
   DividendDeductedQuote dividend_reference_price
   CashDivdend cash_dividend/bare
   StockDivdendThousandShares stock_dividend_per_1000/bare
   CashCapitalIncreaseShares rights_issue_shares
   SubscriptionPricePerShare rights_issue_price
   AllocatedForPublicUnderwriting =0
   SubscribedByEmployees =0
   SubscribedByExistingShareholders =0
   SubscribedProRataThousandShares rights_issue_per_1000/bare`,
)

const noShorts = printer(
  TaiwanStockMarginShortSaleSuspension,
  '',
  `SELECT *, :through AS made FROM TaiwanStockMarginShortSaleSuspension
   WHERE market = 'TPEX' AND coalesce(suspend_end_date, suspend_start_date) >= :through ORDER BY suspend_start_date, stock_id`,
  `Date made/rocBare
   ${id}
   ShortSaleSuspensionStartDate suspend_start_date
   ShortSaleSuspensionEndDate suspend_end_date
   Reason reason`,
)
/** Told by the day on which selling first is allowed again. */
const daySuspensions = printer(
  TaiwanStockSuspendDayTrading,
  '',
  `SELECT *, :through AS made, (SELECT min(trade_date) FROM TaiwanStockTradingDate WHERE trade_date > suspend_end_date) AS again
   FROM TaiwanStockSuspendDayTrading WHERE market = 'TPEX' AND suspend_end_date >= :through
   ORDER BY suspend_start_date, stock_id`,
  `Date made/rocBare
   ${id}
   FirstDayToSuspendSellThenBuy suspend_start_date
   DayOfReinstatingSellThenBuy again/rocBare
   Reason reason`,
)
const pastSuspensions = printer(
  TaiwanStockSuspendDayTrading,
  '',
  `SELECT *, :through AS made FROM TaiwanStockSuspendDayTrading
   WHERE market = 'TPEX' AND suspend_end_date BETWEEN :through - 30 AND :through - 1 ORDER BY suspend_start_date, stock_id`,
  `Date made/rocBare
   ${id}
   FirstDayToSuspendSellThenBuy suspend_start_date
   LastDayToSuspendSellThenBuy suspend_end_date
   Reason reason`,
)

/** Halts and resumptions of this year, each in a row of its own. */
const halts = printer(
  TaiwanStockTradingHaltAnnouncement,
  '',
  `SELECT *, year(:through) - 1911 AS year FROM (
     SELECT * REPLACE (NULL AS resumption_date, NULL AS resumption_time), halt_date AS day, halt_time AS moment
     FROM TaiwanStockTradingHaltAnnouncement
     WHERE market = 'TPEX' AND halt_date BETWEEN date_trunc('year', :through) AND :through
     UNION ALL BY NAME
     SELECT * REPLACE (NULL AS halt_date, NULL AS halt_time), resumption_date AS day, resumption_time AS moment
     FROM TaiwanStockTradingHaltAnnouncement WHERE market = 'TPEX' AND resumption_date IS NOT NULL
       AND halt_date BETWEEN date_trunc('year', :through) AND :through)
   ORDER BY day, moment`,
  `Date year
   Serial =1
   ${id}
   DateOfSuspendedTrading halt_date
   TimeOfSuspendedTrading halt_time/hhmmss
   DateOfResumedTrading resumption_date
   TimeOfResumedTrading resumption_time/hhmmss`,
)

const bonds = templated(
  TaiwanCBOverview,
  'tpex-openapi/fixtures/TaiwanCBOverview.bond_ISSBD5_data.json',
  `SELECT *, :through AS made, CASE WHEN is_secured THEN '1' ELSE '2' END AS secured FROM TaiwanCBOverview
   WHERE listing_date <= :through AND coalesce(delisting_date, maturity_date) >= :through ORDER BY cb_id`,
  `Date made/compact
   IssuerCode stock_id
   IssuerName issuer_name
   BondCode cb_id
   IssueDate issue_date/compact
   MaturityDate maturity_date/compact
   IssueAmount issue_amount
   OutstandingAmount outstanding_amount
   CouponRate coupon_rate
   ShortName cb_name
   ListingDate listing_date/compact
   ListingStatus listing_status
   Guaranteed secured
   GuaranteeDescription guarantor
   PutOptionDate put_date/compact
   PutOptionPrice put_price
   Conversion/ExchangePriceAtIssuance issue_conversion_price
   Conversion/ExchangePeriodStartDate conversion_start_date/compact
   Conversion/ExchangePeriodEndDate conversion_end_date/compact`,
)

export const tpexLists: readonly Page[] = [
  tpex('/tpex_mainboard_daily_close_quotes', quotes),
  tpex('/tpex_mainboard_quotes', boardQuotes),
  tpex('/tpex_index', bars),
  tpex('/tpex_daily_trading_index', totals),
  tpex('/tpex_reward_index', returns),
  tpex('/tpex_mainboard_peratio_analysis', ratios),
  tpex('/tpex_daily_market_value', values),
  tpex('/tpex_3insti_daily_trading', institutions),
  tpex('/tpex_3insti_trading', trusts),
  tpex('/tpex_3insti_summary', institutionTotals),
  tpex('/tpex_mainboard_margin_balance', margin),
  tpex('/tpex_margin_sbl', shortBalances),
  tpex('/tpex_3insti_qfii', holdings),
  tpex('/tpex_securities', eligible),
  tpex('/tpex_intraday_fee', fees),
  tpex('/tpex_daily_qutoes_block', blocks),
  tpex('/tpex_disposal_information', dispositions),
  tpex('/tpex_esb_disposal_information', boardDispositions),
  tpex('/tpex_exright_daily', exEvents),
  tpex('/tpex_margin_trading_term', noShorts),
  tpex('/tpex_intraday_trading_pre', daySuspensions),
  tpex('/tpex_intraday_trading_his', pastSuspensions),
  tpex('/tpex_spendi_history', halts),
  tpex('/bond_ISSBD5_data', bonds),
]
