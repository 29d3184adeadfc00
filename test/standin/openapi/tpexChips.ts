import { TaiwanDailyShortSaleBalances } from '../../../src/catalogue/chips/TaiwanDailyShortSaleBalances.ts'
import { TaiwanStockBlockTrade } from '../../../src/catalogue/chips/TaiwanStockBlockTrade.ts'
import { TaiwanStockDayTradingFee } from '../../../src/catalogue/chips/TaiwanStockDayTradingFee.ts'
import { TaiwanStockInstitutionalInvestorsBuySell } from '../../../src/catalogue/chips/TaiwanStockInstitutionalInvestorsBuySell.ts'
import { TaiwanStockMarginPurchaseShortSale } from '../../../src/catalogue/chips/TaiwanStockMarginPurchaseShortSale.ts'
import { TaiwanStockShareholding } from '../../../src/catalogue/chips/TaiwanStockShareholding.ts'
import { TaiwanStockTotalInstitutionalInvestors } from '../../../src/catalogue/chips/TaiwanStockTotalInstitutionalInvestors.ts'
import { TaiwanStockDayTradingInfo } from '../../../src/catalogue/technical/TaiwanStockDayTradingInfo.ts'
import type { Page } from '../page.ts'
import { rowsOf } from '../select.ts'
import { printer } from '../sheet.ts'
import { institutionKinds } from '../tpex/institutions.ts'
import { id, month, tpex } from './tpexList.ts'

/** Lists of who traded the OTC market on the newest day, on credit and on loan. */

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
   MarginPurchaseBalanceBelongSecuritiesFinanceEnterprise =0
   MarginPurchaseUtilizationRate =0.00
   MarginPurchaseQuota margin_purchase_limit/lots
   ShortSaleBalancePreviousDay short_sale_previous_balance/lots
   ShortSale short_sale_sell/lots
   ShortConvering short_sale_buy/lots
   StockRedemption short_sale_stock_repayment/lots
   ShortSaleBalance short_sale_balance/lots
   ShortSaleBalanceBelongSecuritiesFinanceEnterprise =0
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

export const tpexChipLists: readonly Page[] = [
  tpex('/tpex_3insti_daily_trading', institutions),
  tpex('/tpex_3insti_trading', trusts),
  tpex('/tpex_3insti_summary', institutionTotals),
  tpex('/tpex_mainboard_margin_balance', margin),
  tpex('/tpex_margin_sbl', shortBalances),
  tpex('/tpex_3insti_qfii', holdings),
  tpex('/tpex_securities', eligible),
  tpex('/tpex_intraday_fee', fees),
  tpex('/tpex_daily_qutoes_block', blocks),
]
