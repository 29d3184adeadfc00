import { issbd5 } from './TaiwanCBOverview.ts'
import { marginSbl } from './TaiwanDailyShortSaleBalances.ts'
import { t187ap04 } from './TaiwanRelatedNews.ts'
import { rewardIndex } from './TaiwanReturnIndex.ts'
import { t187ap07 } from './TaiwanStockBalanceSheet.ts'
import { quotesBlock } from './TaiwanStockBlockTrade.ts'
import { dailyBroker, marginSpot } from './TaiwanStockBrokerInfo.ts'
import { t187ap03 as industries } from './TaiwanStockCompanyIndustry.ts'
import { mainboardQuotes as limits } from './TaiwanStockDailyPriceLimit.ts'
import { intradayFee } from './TaiwanStockDayTradingFee.ts'
import { securities } from './TaiwanStockDayTradingInfo.ts'
import { disposal, esbDisposal } from './TaiwanStockDisposition.ts'
import { exrightDaily, exrightPrepost } from './TaiwanStockDividendResult.ts'
import { t187ap06 } from './TaiwanStockFinancialStatement.ts'
import { dailyTrading, trustTrading } from './TaiwanStockInstitutionalInvestorsBuySell.ts'
import { marginBalance } from './TaiwanStockMarginPurchaseShortSale.ts'
import { marginTerm } from './TaiwanStockMarginShortSaleSuspension.ts'
import { dailyMarketValue } from './TaiwanStockMarketValue.ts'
import { t187ap05, t187ap05Esb } from './TaiwanStockMonthRevenue.ts'
import { knownSecurities, t187ap03 } from './TaiwanStockOverview.ts'
import { t187ap37, t187ap03 as withWarrants } from './TaiwanStockOverviewIncludeWarrant.ts'
import { peratioAnalysis } from './TaiwanStockPER.ts'
import { dailyCloseQuotes, mainboardQuotes } from './TaiwanStockPrice.ts'
import { tradingVolumeRatio } from './TaiwanStockSectorPrice.ts'
import { qfii } from './TaiwanStockShareholding.ts'
import { tradingHis, tradingPre } from './TaiwanStockSuspendDayTrading.ts'
import { instiSummary } from './TaiwanStockTotalInstitutionalInvestors.ts'
import { spendiHistory } from './TaiwanStockTradingHaltAnnouncement.ts'
import { tpexIndex, tradingIndex } from './TaiwanWeightedIndex.ts'

export const tpexOpenApiFeeds = [
  dailyCloseQuotes,
  mainboardQuotes,
  limits,
  tpexIndex,
  tradingIndex,
  rewardIndex,
  tradingVolumeRatio,
  peratioAnalysis,
  instiSummary,
  dailyTrading,
  trustTrading,
  marginBalance,
  marginSbl,
  marginTerm,
  qfii,
  securities,
  intradayFee,
  tradingPre,
  tradingHis,
  spendiHistory,
  disposal,
  esbDisposal,
  quotesBlock,
  exrightDaily,
  exrightPrepost,
  dailyBroker,
  marginSpot,
  dailyMarketValue,
  ...t187ap03,
  ...knownSecurities,
  ...withWarrants,
  t187ap37,
  ...industries,
  t187ap05,
  t187ap05Esb,
  ...t187ap06,
  ...t187ap07,
  t187ap04,
  issbd5,
]
