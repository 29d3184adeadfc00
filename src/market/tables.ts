import { catalogue, type SimulatedName } from '../catalogue/index.ts'
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
import type { NamedTable, Table } from './table.ts'
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

/** The simulation of every dataset that is not computed from others; one that is missing here does not compile. */
export const simulations: { readonly [N in SimulatedName]: NamedTable<N> } = {
  TaiwanStockOverview: overview,
  TaiwanStockOverviewIncludeWarrant: overviewIncludeWarrant,
  TaiwanStockTradingDate: tradingDate,
  TaiwanStockSectorPrice: sectorPrice,
  TaiwanStockPER: per,
  TaiwanWeightedIndex: weightedIndex,
  TaiwanStockDayTradingInfo: dayTradingInfo,
  TaiwanReturnIndex: returnIndex,
  TaiwanStockPrice: price,
  TaiwanStockTradingHaltAnnouncement: tradingHalt,
  TaiwanStockSuspendDayTrading: suspendDayTrading,
  TaiwanStockDailyPriceLimit: dailyPriceLimit,
  TaiwanStock5SecondsOrderStats: orderStats5Seconds,
  TaiwanIndex5Seconds: index5Seconds,
  TaiwanStockDayTradingFee: dayTradingFee,
  TaiwanStockTotalMarginPurchaseShortSale: totalMarginPurchaseShortSale,
  TaiwanStockTotalInstitutionalInvestors: totalInstitutionalInvestors,
  TaiwanStockSecuritiesLending: securitiesLending,
  TaiwanDailyShortSaleBalances: shortSaleBalances,
  TaiwanStockBlockTrade: blockTrade,
  TaiwanStockBrokerInfo: brokerInfo,
  TaiwanStockMarginPurchaseShortSale: marginPurchaseShortSale,
  TaiwanStockInstitutionalInvestorsBuySell: institutionalInvestorsBuySell,
  TaiwanStockShareholding: shareholding,
  TaiwanStockMarginShortSaleSuspension: marginShortSaleSuspension,
  TaiwanStockHoldingSharesPer: holdingSharesPer,
  TaiwanStockDisposition: disposition,
  TaiwanStockDelisting: delisting,
  TaiwanStockCashFlowsStatement: cashFlowsStatement,
  TaiwanStockFinancialStatement: financialStatement,
  TaiwanStockBalanceSheet: balanceSheet,
  TaiwanStockDividend: dividend,
  TaiwanStockDividendResult: dividendResult,
  TaiwanStockCapitalReductionReferencePrice: capitalReduction,
  TaiwanStockSplitPrice: splitPrice,
  TaiwanStockChangeFaceReference: changeFace,
  TaiwanStockMonthRevenue: monthRevenueTable,
  TaiwanStockCompanyIndustry: companyIndustry,
  TaiwanFinancialHoldingsCompany: financialHoldings,
  TaiwanFutureOptionTickRealtime: futureOptionTickRealtime,
  TaiwanFuturesDaily: futuresDaily,
  TaiwanOptionDaily: optionDaily,
  TaiwanFuturesInstitutionalInvestors: futuresInstitutional,
  TaiwanOptionInstitutionalInvestors: optionInstitutional,
  TaiwanFuturesBrokerDaily: futuresBrokerDaily,
  TaiwanOptionsBrokerDaily: optionsBrokerDaily,
  TaiwanFuturesLargeTraders: futuresLargeTraders,
  TaiwanOptionsLargeTraders: optionsLargeTraders,
  TaiwanFuturesNightInstitutionalInvestors: futuresNightInstitutional,
  TaiwanOptionsNightInstitutionalInvestors: optionsNightInstitutional,
  TaiwanFuturesSettlement: futuresSettlement,
  TaiwanOptionsSettlement: optionsSettlement,
  TaiwanFuturesSpread: futuresSpread,
  TaiwanCBOverview: cbOverview,
  TaiwanRelatedNews: relatedNews,
  CurrencyCirculation: currencyCirculation,
  GoldPrice: goldPrice,
  CrudeOilPrices: crudeOilPrices,
  USStockPrice: usStockPrice,
  ExchangeRate: exchangeRate,
  CentralBankRate: centralBankRate,
  USBondYield: usBondYield,
  TaiwanMonthlyEconomicIndicator: monthlyEconomicIndicator,
}

/** The simulated tables in catalogue order. */
export const tables: readonly Table[] = catalogue.flatMap(({ name }) =>
  name in simulations ? [simulations[name as SimulatedName]] : [],
)
