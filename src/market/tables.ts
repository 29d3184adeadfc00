import { shortSaleBalances } from './chips/TaiwanDailyShortSaleBalances.ts'
import { blockTrade } from './chips/TaiwanStockBlockTrade.ts'
import { brokerInfo } from './chips/TaiwanStockBrokerInfo.ts'
import { dayTradingFee } from './chips/TaiwanStockDayTradingFee.ts'
import { disposition } from './chips/TaiwanStockDisposition.ts'
import { holdingSharesPer } from './chips/TaiwanStockHoldingSharesPer.ts'
import { institutionalInvestorsBuySell } from './chips/TaiwanStockInstitutionalInvestorsBuySell.ts'
import { marginPurchaseShortSale } from './chips/TaiwanStockMarginPurchaseShortSale.ts'
import { marginShortSaleSuspension } from './chips/TaiwanStockMarginShortSaleSuspension.ts'
import { securitiesLending } from './chips/TaiwanStockSecuritiesLending.ts'
import { shareholding } from './chips/TaiwanStockShareholding.ts'
import { totalInstitutionalInvestors } from './chips/TaiwanStockTotalInstitutionalInvestors.ts'
import { totalMarginPurchaseShortSale } from './chips/TaiwanStockTotalMarginPurchaseShortSale.ts'
import { cbOverview } from './convertibles/TaiwanCBOverview.ts'
import { futureOptionTickRealtime } from './derivatives/TaiwanFutureOptionTickRealtime.ts'
import { futuresBrokerDaily } from './derivatives/TaiwanFuturesBrokerDaily.ts'
import { futuresDaily } from './derivatives/TaiwanFuturesDaily.ts'
import { futuresInstitutional } from './derivatives/TaiwanFuturesInstitutionalInvestors.ts'
import { futuresLargeTraders } from './derivatives/TaiwanFuturesLargeTraders.ts'
import { futuresNightInstitutional } from './derivatives/TaiwanFuturesNightInstitutionalInvestors.ts'
import { futuresSettlement } from './derivatives/TaiwanFuturesSettlement.ts'
import { futuresSpread } from './derivatives/TaiwanFuturesSpread.ts'
import { optionDaily } from './derivatives/TaiwanOptionDaily.ts'
import { optionInstitutional } from './derivatives/TaiwanOptionInstitutionalInvestors.ts'
import { optionsBrokerDaily } from './derivatives/TaiwanOptionsBrokerDaily.ts'
import { optionsLargeTraders } from './derivatives/TaiwanOptionsLargeTraders.ts'
import { optionsNightInstitutional } from './derivatives/TaiwanOptionsNightInstitutionalInvestors.ts'
import { optionsSettlement } from './derivatives/TaiwanOptionsSettlement.ts'
import { financialHoldings } from './fundamentals/TaiwanFinancialHoldingsCompany.ts'
import { balanceSheet } from './fundamentals/TaiwanStockBalanceSheet.ts'
import { capitalReduction } from './fundamentals/TaiwanStockCapitalReductionReferencePrice.ts'
import { cashFlowsStatement } from './fundamentals/TaiwanStockCashFlowsStatement.ts'
import { changeFace } from './fundamentals/TaiwanStockChangeFaceReference.ts'
import { companyIndustry } from './fundamentals/TaiwanStockCompanyIndustry.ts'
import { delisting } from './fundamentals/TaiwanStockDelisting.ts'
import { dividend } from './fundamentals/TaiwanStockDividend.ts'
import { dividendResult } from './fundamentals/TaiwanStockDividendResult.ts'
import { financialStatement } from './fundamentals/TaiwanStockFinancialStatement.ts'
import { monthRevenueTable } from './fundamentals/TaiwanStockMonthRevenue.ts'
import { splitPrice } from './fundamentals/TaiwanStockSplitPrice.ts'
import { centralBankRate } from './other/CentralBankRate.ts'
import { crudeOilPrices } from './other/CrudeOilPrices.ts'
import { currencyCirculation } from './other/CurrencyCirculation.ts'
import { exchangeRate } from './other/ExchangeRate.ts'
import { goldPrice } from './other/GoldPrice.ts'
import { monthlyEconomicIndicator } from './other/TaiwanMonthlyEconomicIndicator.ts'
import { relatedNews } from './other/TaiwanRelatedNews.ts'
import { usBondYield } from './other/USBondYield.ts'
import { usStockPrice } from './other/USStockPrice.ts'
import type { Table } from './table.ts'
import { index5Seconds } from './technical/TaiwanIndex5Seconds.ts'
import { returnIndex } from './technical/TaiwanReturnIndex.ts'
import { orderStats5Seconds } from './technical/TaiwanStock5SecondsOrderStats.ts'
import { dailyPriceLimit } from './technical/TaiwanStockDailyPriceLimit.ts'
import { dayTradingInfo } from './technical/TaiwanStockDayTradingInfo.ts'
import { overview } from './technical/TaiwanStockOverview.ts'
import { overviewIncludeWarrant } from './technical/TaiwanStockOverviewIncludeWarrant.ts'
import { per } from './technical/TaiwanStockPER.ts'
import { price } from './technical/TaiwanStockPrice.ts'
import { sectorPrice } from './technical/TaiwanStockSectorPrice.ts'
import { suspendDayTrading } from './technical/TaiwanStockSuspendDayTrading.ts'
import { tradingDate } from './technical/TaiwanStockTradingDate.ts'
import { tradingHalt } from './technical/TaiwanStockTradingHaltAnnouncement.ts'
import { weightedIndex } from './technical/TaiwanWeightedIndex.ts'

/** Every simulated dataset, in the order of the catalogue; what follows from these is left to the derivations. */
export const tables: readonly Table[] = [
  overview,
  overviewIncludeWarrant,
  tradingDate,
  sectorPrice,
  per,
  weightedIndex,
  dayTradingInfo,
  returnIndex,
  price,
  tradingHalt,
  suspendDayTrading,
  dailyPriceLimit,
  orderStats5Seconds,
  index5Seconds,
  dayTradingFee,
  totalMarginPurchaseShortSale,
  totalInstitutionalInvestors,
  securitiesLending,
  shortSaleBalances,
  blockTrade,
  brokerInfo,
  marginPurchaseShortSale,
  institutionalInvestorsBuySell,
  shareholding,
  marginShortSaleSuspension,
  holdingSharesPer,
  disposition,
  delisting,
  cashFlowsStatement,
  financialStatement,
  balanceSheet,
  dividend,
  dividendResult,
  capitalReduction,
  splitPrice,
  changeFace,
  monthRevenueTable,
  companyIndustry,
  financialHoldings,
  futureOptionTickRealtime,
  futuresDaily,
  optionDaily,
  futuresInstitutional,
  optionInstitutional,
  futuresBrokerDaily,
  optionsBrokerDaily,
  futuresLargeTraders,
  optionsLargeTraders,
  futuresNightInstitutional,
  optionsNightInstitutional,
  futuresSettlement,
  optionsSettlement,
  futuresSpread,
  cbOverview,
  relatedNews,
  currencyCirculation,
  goldPrice,
  crudeOilPrices,
  usStockPrice,
  exchangeRate,
  centralBankRate,
  usBondYield,
  monthlyEconomicIndicator,
]
