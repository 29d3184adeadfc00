import { TaiwanStockDisposition } from '../../../src/catalogue/chips/TaiwanStockDisposition.ts'
import { TaiwanStockMarginShortSaleSuspension } from '../../../src/catalogue/chips/TaiwanStockMarginShortSaleSuspension.ts'
import { TaiwanCBOverview } from '../../../src/catalogue/convertibles/TaiwanCBOverview.ts'
import { TaiwanStockDividendResult } from '../../../src/catalogue/fundamentals/TaiwanStockDividendResult.ts'
import { TaiwanStockSuspendDayTrading } from '../../../src/catalogue/technical/TaiwanStockSuspendDayTrading.ts'
import { TaiwanStockTradingHaltAnnouncement } from '../../../src/catalogue/technical/TaiwanStockTradingHaltAnnouncement.ts'
import type { Page } from '../page.ts'
import { printer } from '../sheet.ts'
import { templated } from '../template.ts'
import { id, tpex } from './tpexList.ts'

/** Lists of what happened to OTC securities, or is in force. */

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

/** What went ex in the last week, and what is announced. */
const exForecast = printer(
  TaiwanStockDividendResult,
  '',
  `SELECT *, CASE event_type WHEN 'dividend' THEN '除息' WHEN 'rights' THEN '除權' ELSE '除權息' END AS kind,
     (coalesce(stock_dividend_per_1000, 0) / 1000)::DECIMAL(18, 8) AS ratio
   FROM TaiwanStockDividendResult WHERE market = 'TPEX' AND ex_date BETWEEN :through - 7 AND :through + 30
   ORDER BY ex_date, stock_id`,
  `ExRrightsExDividendDate ex_date
   ${id}
   ExRrightsExDividend kind
   StockDividendRatio ratio/plain
   SubscriptionRatioToNewSharesIssued =0.00000000
   SubscriptionPricePerShare rights_issue_price
   CashDividend cash_dividend/bare
   AllocatedForPublicUnderwriting =0
   SubscribedByEmployees =0
   SubscribedByExistingShareholders =0
   SubscribedProRataInThousandShares rights_issue_per_1000/bare`,
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

export const tpexEventLists: readonly Page[] = [
  tpex('/tpex_disposal_information', dispositions),
  tpex('/tpex_esb_disposal_information', boardDispositions),
  tpex('/tpex_exright_daily', exEvents),
  tpex('/tpex_exright_prepost', exForecast),
  tpex('/tpex_margin_trading_term', noShorts),
  tpex('/tpex_intraday_trading_pre', daySuspensions),
  tpex('/tpex_intraday_trading_his', pastSuspensions),
  tpex('/tpex_spendi_history', halts),
  tpex('/bond_ISSBD5_data', bonds),
]
