import { twt96u } from './TaiwanDailyShortSaleBalances.ts'
import { t187ap04 as holdings } from './TaiwanFinancialHoldingsCompany.ts'
import { newsList, t187ap04 } from './TaiwanRelatedNews.ts'
import { mfi94u } from './TaiwanReturnIndex.ts'
import { mi5Mins } from './TaiwanStock5SecondsOrderStats.ts'
import { t187ap07 } from './TaiwanStockBalanceSheet.ts'
import { brk01, brk02, brokerList } from './TaiwanStockBrokerInfo.ts'
import { t187ap03 as industries } from './TaiwanStockCompanyIndustry.ts'
import { twt84u, twt88u } from './TaiwanStockDailyPriceLimit.ts'
import { twtb4u } from './TaiwanStockDayTradingInfo.ts'
import { suspendListing } from './TaiwanStockDelisting.ts'
import { notetrans, punish } from './TaiwanStockDisposition.ts'
import { t187ap45, twt48u } from './TaiwanStockDividend.ts'
import { t187ap06, t187ap14 } from './TaiwanStockFinancialStatement.ts'
import { miMargn } from './TaiwanStockMarginPurchaseShortSale.ts'
import { bfi84u } from './TaiwanStockMarginShortSaleSuspension.ts'
import { t187ap05 } from './TaiwanStockMonthRevenue.ts'
import { t187ap03, t187ap47 } from './TaiwanStockOverview.ts'
import { t187ap37, t187ap03 as withWarrants } from './TaiwanStockOverviewIncludeWarrant.ts'
import { bwibbuAll } from './TaiwanStockPER.ts'
import { miIndex20, stockDayAll, stockFirst, twt53u } from './TaiwanStockPrice.ts'
import { miIndex } from './TaiwanStockSectorPrice.ts'
import { miQfiisSort20 } from './TaiwanStockShareholding.ts'
import { twtbau1, twtbau2 } from './TaiwanStockSuspendDayTrading.ts'
import { holidaySchedule, fmtqik as tradingDays } from './TaiwanStockTradingDate.ts'
import { twtawu } from './TaiwanStockTradingHaltAnnouncement.ts'
import { fmtqik, mi5MinsHist } from './TaiwanWeightedIndex.ts'

export const twseOpenApiFeeds = [
  tradingDays,
  holidaySchedule,
  stockDayAll,
  miIndex20,
  stockFirst,
  twt53u,
  bwibbuAll,
  mi5MinsHist,
  fmtqik,
  miIndex,
  mfi94u,
  mi5Mins,
  twt84u,
  twt88u,
  twtb4u,
  twtbau1,
  twtbau2,
  twtawu,
  miMargn,
  bfi84u,
  twt96u,
  miQfiisSort20,
  punish,
  notetrans,
  brokerList,
  brk02,
  brk01,
  t187ap03,
  t187ap47,
  withWarrants,
  t187ap37,
  industries,
  suspendListing,
  t187ap05,
  ...t187ap06,
  t187ap14,
  ...t187ap07,
  t187ap45,
  twt48u,
  holdings,
  t187ap04,
  newsList,
]
