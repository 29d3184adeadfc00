import { rsdrs001 } from './TaiwanCBOverview.ts'
import { marginSbl } from './TaiwanDailyShortSaleBalances.ts'
import { miIndex } from './TaiwanIndex5Seconds.ts'
import { indexSummary } from './TaiwanReturnIndex.ts'
import { blockQuote } from './TaiwanStockBlockTrade.ts'
import { revivt } from './TaiwanStockCapitalReductionReferencePrice.ts'
import { pvChgRslt } from './TaiwanStockChangeFaceReference.ts'
import { dailyQuotes as limits } from './TaiwanStockDailyPriceLimit.ts'
import { intradayFee } from './TaiwanStockDayTradingFee.ts'
import { intradayStat } from './TaiwanStockDayTradingInfo.ts'
import { deListed } from './TaiwanStockDelisting.ts'
import { disposal } from './TaiwanStockDisposition.ts'
import { exDailyQ } from './TaiwanStockDividendResult.ts'
import { dailyTrade } from './TaiwanStockInstitutionalInvestorsBuySell.ts'
import { marginBalance } from './TaiwanStockMarginPurchaseShortSale.ts'
import { peQryDate } from './TaiwanStockPER.ts'
import { dailyQuotes } from './TaiwanStockPrice.ts'
import { sectinx, sectRatio } from './TaiwanStockSectorPrice.ts'
import { qfii } from './TaiwanStockShareholding.ts'
import { etfRvsRslt, etfSplitRslt } from './TaiwanStockSplitPrice.ts'
import { instiSummary } from './TaiwanStockTotalInstitutionalInvestors.ts'
import { marginBalance as marginTotals } from './TaiwanStockTotalMarginPurchaseShortSale.ts'
import { sprcHis } from './TaiwanStockTradingHaltAnnouncement.ts'
import { sectinx as indexBar, inx, marketStats, tradingIndex } from './TaiwanWeightedIndex.ts'

export const tpexFeeds = [
  dailyQuotes,
  limits,
  sectinx,
  sectRatio,
  indexBar,
  marketStats,
  inx,
  tradingIndex,
  indexSummary,
  miIndex,
  peQryDate,
  intradayStat,
  intradayFee,
  sprcHis,
  instiSummary,
  dailyTrade,
  marginBalance,
  marginTotals,
  marginSbl,
  qfii,
  disposal,
  blockQuote,
  deListed,
  exDailyQ,
  revivt,
  etfSplitRslt,
  etfRvsRslt,
  pvChgRslt,
  rsdrs001,
]
