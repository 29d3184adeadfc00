import { twt93u } from './TaiwanDailyShortSaleBalances.ts'
import { mi5MinsIndex } from './TaiwanIndex5Seconds.ts'
import { mfi94u, miIndex as returnIndex } from './TaiwanReturnIndex.ts'
import { mi5Mins } from './TaiwanStock5SecondsOrderStats.ts'
import { bfiauu } from './TaiwanStockBlockTrade.ts'
import { twtauu, twtavuDetail } from './TaiwanStockCapitalReductionReferencePrice.ts'
import { twtb8u } from './TaiwanStockChangeFaceReference.ts'
import { twt84u } from './TaiwanStockDailyPriceLimit.ts'
import { bfif8u } from './TaiwanStockDayTradingFee.ts'
import { twtb4u } from './TaiwanStockDayTradingInfo.ts'
import { punish } from './TaiwanStockDisposition.ts'
import { twt49u, twt49uDetail } from './TaiwanStockDividendResult.ts'
import { t86 } from './TaiwanStockInstitutionalInvestorsBuySell.ts'
import { miMargn } from './TaiwanStockMarginPurchaseShortSale.ts'
import { bfi84u2 } from './TaiwanStockMarginShortSaleSuspension.ts'
import { bwibbuD } from './TaiwanStockPER.ts'
import { miIndex, stockDay, stockDayAll } from './TaiwanStockPrice.ts'
import { bfiamu, mi5MinsIndex as sectorBars, miIndex as sectorCloses } from './TaiwanStockSectorPrice.ts'
import { t13sa710 } from './TaiwanStockSecuritiesLending.ts'
import { miQfiis } from './TaiwanStockShareholding.ts'
import { twtcau } from './TaiwanStockSplitPrice.ts'
import { twtbau2 } from './TaiwanStockSuspendDayTrading.ts'
import { bfi82u } from './TaiwanStockTotalInstitutionalInvestors.ts'
import { miMargn as marginTotals } from './TaiwanStockTotalMarginPurchaseShortSale.ts'
import { holidaySchedule, fmtqik as tradingDays } from './TaiwanStockTradingDate.ts'
import { twtawu } from './TaiwanStockTradingHaltAnnouncement.ts'
import { fmtqik, mi5MinsHist } from './TaiwanWeightedIndex.ts'

export const twseFeeds = [
  tradingDays,
  holidaySchedule,
  miIndex,
  stockDay,
  stockDayAll,
  sectorCloses,
  sectorBars,
  bfiamu,
  returnIndex,
  mfi94u,
  mi5MinsHist,
  fmtqik,
  mi5MinsIndex,
  mi5Mins,
  bwibbuD,
  twt84u,
  twtb4u,
  twtbau2,
  twtawu,
  bfi82u,
  t86,
  miMargn,
  marginTotals,
  twt93u,
  bfi84u2,
  miQfiis,
  t13sa710,
  bfiauu,
  bfif8u,
  punish,
  twt49u,
  twt49uDetail,
  twtauu,
  twtavuDetail,
  twtcau,
  twtb8u,
]
