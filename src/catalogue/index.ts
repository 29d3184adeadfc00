import { TaiwanDailyShortSaleBalances } from './chips/TaiwanDailyShortSaleBalances.ts'
import { TaiwanStockBlockTrade } from './chips/TaiwanStockBlockTrade.ts'
import { TaiwanStockBrokerInfo } from './chips/TaiwanStockBrokerInfo.ts'
import { TaiwanStockCreditLimit } from './chips/TaiwanStockCreditLimit.ts'
import { TaiwanStockDayTradingFee } from './chips/TaiwanStockDayTradingFee.ts'
import { TaiwanStockDisposition } from './chips/TaiwanStockDisposition.ts'
import { TaiwanStockHoldingSharesPer } from './chips/TaiwanStockHoldingSharesPer.ts'
import { TaiwanStockInstitutionalInvestorsBuySell } from './chips/TaiwanStockInstitutionalInvestorsBuySell.ts'
import { TaiwanStockMarginPurchaseShortSale } from './chips/TaiwanStockMarginPurchaseShortSale.ts'
import { TaiwanStockMarginRatio } from './chips/TaiwanStockMarginRatio.ts'
import { TaiwanStockMarginShortSaleSuspension } from './chips/TaiwanStockMarginShortSaleSuspension.ts'
import { TaiwanStockSecuritiesLending } from './chips/TaiwanStockSecuritiesLending.ts'
import { TaiwanStockShareholding } from './chips/TaiwanStockShareholding.ts'
import { TaiwanStockTotalInstitutionalInvestors } from './chips/TaiwanStockTotalInstitutionalInvestors.ts'
import { TaiwanStockTotalMarginPurchaseShortSale } from './chips/TaiwanStockTotalMarginPurchaseShortSale.ts'
import { TaiwanCBOverview } from './convertibles/TaiwanCBOverview.ts'
import type { Dataset } from './dataset.ts'
import { TaiwanFutureOptionDailyTotalOverview } from './derivatives/TaiwanFutureOptionDailyTotalOverview.ts'
import { TaiwanFutureOptionTickRealtime } from './derivatives/TaiwanFutureOptionTickRealtime.ts'
import { TaiwanFuturesBrokerDaily } from './derivatives/TaiwanFuturesBrokerDaily.ts'
import { TaiwanFuturesDaily } from './derivatives/TaiwanFuturesDaily.ts'
import { TaiwanFuturesInstitutionalInvestors } from './derivatives/TaiwanFuturesInstitutionalInvestors.ts'
import { TaiwanFuturesLargeTraders } from './derivatives/TaiwanFuturesLargeTraders.ts'
import { TaiwanFuturesNightInstitutionalInvestors } from './derivatives/TaiwanFuturesNightInstitutionalInvestors.ts'
import { TaiwanFuturesSettlement } from './derivatives/TaiwanFuturesSettlement.ts'
import { TaiwanFuturesSpread } from './derivatives/TaiwanFuturesSpread.ts'
import { TaiwanOptionDaily } from './derivatives/TaiwanOptionDaily.ts'
import { TaiwanOptionInstitutionalInvestors } from './derivatives/TaiwanOptionInstitutionalInvestors.ts'
import { TaiwanOptionsBrokerDaily } from './derivatives/TaiwanOptionsBrokerDaily.ts'
import { TaiwanOptionsLargeTraders } from './derivatives/TaiwanOptionsLargeTraders.ts'
import { TaiwanOptionsNightInstitutionalInvestors } from './derivatives/TaiwanOptionsNightInstitutionalInvestors.ts'
import { TaiwanOptionsSettlement } from './derivatives/TaiwanOptionsSettlement.ts'
import { TaiwanFinancialHoldingsCompany } from './fundamentals/TaiwanFinancialHoldingsCompany.ts'
import { TaiwanStockBalanceSheet } from './fundamentals/TaiwanStockBalanceSheet.ts'
import { TaiwanStockCapitalReductionReferencePrice } from './fundamentals/TaiwanStockCapitalReductionReferencePrice.ts'
import { TaiwanStockCashFlowsStatement } from './fundamentals/TaiwanStockCashFlowsStatement.ts'
import { TaiwanStockChangeFaceReference } from './fundamentals/TaiwanStockChangeFaceReference.ts'
import { TaiwanStockCompanyIndustry } from './fundamentals/TaiwanStockCompanyIndustry.ts'
import { TaiwanStockDelisting } from './fundamentals/TaiwanStockDelisting.ts'
import { TaiwanStockDividend } from './fundamentals/TaiwanStockDividend.ts'
import { TaiwanStockDividendResult } from './fundamentals/TaiwanStockDividendResult.ts'
import { TaiwanStockFinancialStatement } from './fundamentals/TaiwanStockFinancialStatement.ts'
import { TaiwanStockMarketValue } from './fundamentals/TaiwanStockMarketValue.ts'
import { TaiwanStockMarketValueWeight } from './fundamentals/TaiwanStockMarketValueWeight.ts'
import { TaiwanStockMonthRevenue } from './fundamentals/TaiwanStockMonthRevenue.ts'
import { TaiwanStockSplitPrice } from './fundamentals/TaiwanStockSplitPrice.ts'
import { CentralBankRate } from './other/CentralBankRate.ts'
import { CrudeOilPrices } from './other/CrudeOilPrices.ts'
import { CurrencyCirculation } from './other/CurrencyCirculation.ts'
import { ExchangeRate } from './other/ExchangeRate.ts'
import { GoldPrice } from './other/GoldPrice.ts'
import { TaiwanFearAndGreedIndex } from './other/TaiwanFearAndGreedIndex.ts'
import { TaiwanMonthlyEconomicIndicator } from './other/TaiwanMonthlyEconomicIndicator.ts'
import { TaiwanRelatedNews } from './other/TaiwanRelatedNews.ts'
import { USBondYield } from './other/USBondYield.ts'
import { USStockPrice } from './other/USStockPrice.ts'
import { TaiwanCBOverviewHistory } from './series/TaiwanCBOverviewHistory.ts'
import { TaiwanCBPremium } from './series/TaiwanCBPremium.ts'
import { TaiwanCorporateCalendar } from './series/TaiwanCorporateCalendar.ts'
import { TaiwanDerivativesContracts } from './series/TaiwanDerivativesContracts.ts'
import { TaiwanFuturesContinuous } from './series/TaiwanFuturesContinuous.ts'
import { TaiwanFuturesLargeTradersHistory } from './series/TaiwanFuturesLargeTradersHistory.ts'
import { TaiwanOptionGreeks } from './series/TaiwanOptionGreeks.ts'
import { TaiwanOptionsLargeTradersHistory } from './series/TaiwanOptionsLargeTradersHistory.ts'
import { TaiwanStatementAccounts } from './series/TaiwanStatementAccounts.ts'
import { TaiwanStockMarginMaintenance } from './series/TaiwanStockMarginMaintenance.ts'
import { TaiwanStockRatios } from './series/TaiwanStockRatios.ts'
import { TaiwanVolatilityIndex } from './series/TaiwanVolatilityIndex.ts'
import { TaiwanIndex5Seconds } from './technical/TaiwanIndex5Seconds.ts'
import { TaiwanReturnIndex } from './technical/TaiwanReturnIndex.ts'
import { TaiwanStock5SecondsOrderStats } from './technical/TaiwanStock5SecondsOrderStats.ts'
import { TaiwanStock10Year } from './technical/TaiwanStock10Year.ts'
import { TaiwanStockDailyPriceLimit } from './technical/TaiwanStockDailyPriceLimit.ts'
import { TaiwanStockDayTradingInfo } from './technical/TaiwanStockDayTradingInfo.ts'
import { TaiwanStockMonthPrice } from './technical/TaiwanStockMonthPrice.ts'
import { TaiwanStockOverview } from './technical/TaiwanStockOverview.ts'
import { TaiwanStockOverviewIncludeWarrant } from './technical/TaiwanStockOverviewIncludeWarrant.ts'
import { TaiwanStockPER } from './technical/TaiwanStockPER.ts'
import { TaiwanStockPrice } from './technical/TaiwanStockPrice.ts'
import { TaiwanStockPriceAdj } from './technical/TaiwanStockPriceAdj.ts'
import { TaiwanStockSectorPrice } from './technical/TaiwanStockSectorPrice.ts'
import { TaiwanStockSuspendDayTrading } from './technical/TaiwanStockSuspendDayTrading.ts'
import { TaiwanStockTradingDate } from './technical/TaiwanStockTradingDate.ts'
import { TaiwanStockTradingHaltAnnouncement } from './technical/TaiwanStockTradingHaltAnnouncement.ts'
import { TaiwanStockWeekPrice } from './technical/TaiwanStockWeekPrice.ts'
import { TaiwanWeightedIndex } from './technical/TaiwanWeightedIndex.ts'

/** The datasets of the contract, in the order the catalogue lists them. */
const contract = [
  TaiwanStockOverview,
  TaiwanStockOverviewIncludeWarrant,
  TaiwanStockTradingDate,
  TaiwanStockSectorPrice,
  TaiwanStockPER,
  TaiwanWeightedIndex,
  TaiwanStockDayTradingInfo,
  TaiwanReturnIndex,
  TaiwanStockPrice,
  TaiwanStockPriceAdj,
  TaiwanStockWeekPrice,
  TaiwanStockMonthPrice,
  TaiwanStock10Year,
  TaiwanStockTradingHaltAnnouncement,
  TaiwanStockSuspendDayTrading,
  TaiwanStockDailyPriceLimit,
  TaiwanStock5SecondsOrderStats,
  TaiwanIndex5Seconds,
  TaiwanStockDayTradingFee,
  TaiwanStockTotalMarginPurchaseShortSale,
  TaiwanStockTotalInstitutionalInvestors,
  TaiwanStockSecuritiesLending,
  TaiwanDailyShortSaleBalances,
  TaiwanStockBlockTrade,
  TaiwanStockCreditLimit,
  TaiwanStockBrokerInfo,
  TaiwanStockMarginPurchaseShortSale,
  TaiwanStockInstitutionalInvestorsBuySell,
  TaiwanStockShareholding,
  TaiwanStockMarginShortSaleSuspension,
  TaiwanStockMarginRatio,
  TaiwanStockHoldingSharesPer,
  TaiwanStockDisposition,
  TaiwanStockDelisting,
  TaiwanStockCashFlowsStatement,
  TaiwanStockFinancialStatement,
  TaiwanStockBalanceSheet,
  TaiwanStockDividend,
  TaiwanStockDividendResult,
  TaiwanStockCapitalReductionReferencePrice,
  TaiwanStockSplitPrice,
  TaiwanStockChangeFaceReference,
  TaiwanStockMonthRevenue,
  TaiwanStockMarketValue,
  TaiwanStockMarketValueWeight,
  TaiwanStockCompanyIndustry,
  TaiwanFinancialHoldingsCompany,
  TaiwanFutureOptionDailyTotalOverview,
  TaiwanFutureOptionTickRealtime,
  TaiwanFuturesDaily,
  TaiwanOptionDaily,
  TaiwanFuturesInstitutionalInvestors,
  TaiwanOptionInstitutionalInvestors,
  TaiwanFuturesBrokerDaily,
  TaiwanOptionsBrokerDaily,
  TaiwanFuturesLargeTraders,
  TaiwanOptionsLargeTraders,
  TaiwanFuturesNightInstitutionalInvestors,
  TaiwanOptionsNightInstitutionalInvestors,
  TaiwanFuturesSettlement,
  TaiwanOptionsSettlement,
  TaiwanFuturesSpread,
  TaiwanCBOverview,
  TaiwanRelatedNews,
  CurrencyCirculation,
  GoldPrice,
  CrudeOilPrices,
  USStockPrice,
  ExchangeRate,
  CentralBankRate,
  USBondYield,
  TaiwanMonthlyEconomicIndicator,
  TaiwanFearAndGreedIndex,
] as const

/** Series of ours, computed from these. */
const ours = [
  TaiwanFuturesContinuous,
  TaiwanDerivativesContracts,
  TaiwanOptionGreeks,
  TaiwanVolatilityIndex,
  TaiwanFuturesLargeTradersHistory,
  TaiwanOptionsLargeTradersHistory,
  TaiwanCBOverviewHistory,
  TaiwanCBPremium,
  TaiwanStockRatios,
  TaiwanStockMarginMaintenance,
  TaiwanCorporateCalendar,
  TaiwanStatementAccounts,
] as const

type Known = (typeof contract)[number] | (typeof ours)[number]
export type DatasetName = Known['name']
/** The datasets the market in a box simulates: all that are not computed from others. */
export type SimulatedName = Extract<Known, { readonly derived: null }>['name']

// biome-ignore lint/suspicious/noExplicitAny: the lists hold datasets of every shape
type AnyDataset = Dataset<any>
export const contractDatasets: readonly AnyDataset[] = contract
export const series: readonly AnyDataset[] = ours
/** Every dataset: those of the contract, then our series. */
export const catalogue: readonly AnyDataset[] = [...contract, ...ours]

const byName = new Map(catalogue.map((dataset) => [dataset.name, dataset as Dataset]))

export const find = (name: string): Dataset | undefined => byName.get(name)
