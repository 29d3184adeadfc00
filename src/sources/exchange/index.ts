import { statements } from './statements.ts'
import { convertibleBonds } from './TaiwanCBOverview.ts'
import { shortSaleBalances } from './TaiwanDailyShortSaleBalances.ts'
import { holdingCompanies } from './TaiwanFinancialHoldingsCompany.ts'
import { indexMoments } from './TaiwanIndex5Seconds.ts'
import { news } from './TaiwanRelatedNews.ts'
import { returnIndices } from './TaiwanReturnIndex.ts'
import { orderStats } from './TaiwanStock5SecondsOrderStats.ts'
import { blockTrades } from './TaiwanStockBlockTrade.ts'
import { brokers } from './TaiwanStockBrokerInfo.ts'
import { capitalReductions } from './TaiwanStockCapitalReductionReferencePrice.ts'
import { changesOfFace } from './TaiwanStockChangeFaceReference.ts'
import { industries } from './TaiwanStockCompanyIndustry.ts'
import { priceLimits } from './TaiwanStockDailyPriceLimit.ts'
import { dayTradingFees } from './TaiwanStockDayTradingFee.ts'
import { dayTradingInfo } from './TaiwanStockDayTradingInfo.ts'
import { delistings } from './TaiwanStockDelisting.ts'
import { dispositions } from './TaiwanStockDisposition.ts'
import { dividends } from './TaiwanStockDividend.ts'
import { dividendResults } from './TaiwanStockDividendResult.ts'
import { institutionalFlows } from './TaiwanStockInstitutionalInvestorsBuySell.ts'
import { marginBalances } from './TaiwanStockMarginPurchaseShortSale.ts'
import { shortSaleSuspensions } from './TaiwanStockMarginShortSaleSuspension.ts'
import { marketValues } from './TaiwanStockMarketValue.ts'
import { monthRevenues } from './TaiwanStockMonthRevenue.ts'
import { companyOverviews } from './TaiwanStockOverview.ts'
import { companiesAndWarrants } from './TaiwanStockOverviewIncludeWarrant.ts'
import { priceRatios } from './TaiwanStockPER.ts'
import { stockPrices } from './TaiwanStockPrice.ts'
import { sectorPrices } from './TaiwanStockSectorPrice.ts'
import { securitiesLending } from './TaiwanStockSecuritiesLending.ts'
import { shareholdings } from './TaiwanStockShareholding.ts'
import { splits } from './TaiwanStockSplitPrice.ts'
import { dayTradingSuspensions } from './TaiwanStockSuspendDayTrading.ts'
import { institutionalTotals } from './TaiwanStockTotalInstitutionalInvestors.ts'
import { marginTotals } from './TaiwanStockTotalMarginPurchaseShortSale.ts'
import { tradingDates } from './TaiwanStockTradingDate.ts'
import { tradingHalts } from './TaiwanStockTradingHaltAnnouncement.ts'
import { weightedIndices } from './TaiwanWeightedIndex.ts'

/** The feeds of both stock exchanges, of their sites and of their OpenAPI: a file holds all of a dataset. */
export const exchangeFeeds = [
  ...tradingDates,
  ...stockPrices,
  ...sectorPrices,
  ...returnIndices,
  ...weightedIndices,
  ...indexMoments,
  ...orderStats,
  ...priceRatios,
  ...priceLimits,
  ...dayTradingInfo,
  ...dayTradingFees,
  ...dayTradingSuspensions,
  ...tradingHalts,
  ...institutionalTotals,
  ...institutionalFlows,
  ...marginBalances,
  ...marginTotals,
  ...shortSaleBalances,
  ...shortSaleSuspensions,
  ...shareholdings,
  ...securitiesLending,
  ...blockTrades,
  ...dispositions,
  ...brokers,
  ...marketValues,
  ...companyOverviews,
  ...companiesAndWarrants,
  ...industries,
  ...delistings,
  ...monthRevenues,
  ...statements,
  ...dividends,
  ...dividendResults,
  ...capitalReductions,
  ...splits,
  ...changesOfFace,
  ...convertibleBonds,
  ...holdingCompanies,
  ...news,
]
