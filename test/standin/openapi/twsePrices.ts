import { TaiwanReturnIndex } from '../../../src/catalogue/technical/TaiwanReturnIndex.ts'
import { TaiwanStock5SecondsOrderStats } from '../../../src/catalogue/technical/TaiwanStock5SecondsOrderStats.ts'
import { TaiwanStockDailyPriceLimit } from '../../../src/catalogue/technical/TaiwanStockDailyPriceLimit.ts'
import { TaiwanStockPER } from '../../../src/catalogue/technical/TaiwanStockPER.ts'
import { TaiwanStockPrice } from '../../../src/catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockSectorPrice } from '../../../src/catalogue/technical/TaiwanStockSectorPrice.ts'
import { TaiwanWeightedIndex } from '../../../src/catalogue/technical/TaiwanWeightedIndex.ts'
import type { Page } from '../page.ts'
import { keptRows, pricesOf, rowsOf } from '../select.ts'
import { printer } from '../sheet.ts'
import { month, twse } from './twseList.ts'

/** Lists of listed prices and indices, of the newest day or the month so far. */

/** Nothing is left of the sign of a day that is not compared, and a change of zero may be one. */
const quotes = printer(
  TaiwanStockPrice,
  '',
  `SELECT *, CASE WHEN is_marked OR spread IS NULL THEN '0.0000' ELSE spread::VARCHAR END AS change
   FROM (${pricesOf('TWSE')})`,
  `Date trade_date
   Code stock_id
   Name stock_name
   TradeVolume volume
   TradeValue turnover
   OpeningPrice open
   HighestPrice high
   LowestPrice low
   ClosingPrice close
   Change change
   Transaction trade_count`,
)

const directed = `CASE WHEN is_marked THEN 'X' WHEN spread > 0 THEN '+' WHEN spread < 0 THEN '-' ELSE '' END AS dir,
  abs(coalesce(spread, 0)) AS size`

const most = printer(
  TaiwanStockPrice,
  '',
  `SELECT *, ${directed}, row_number() OVER (ORDER BY volume DESC) AS rank FROM (${pricesOf('TWSE')})
   ORDER BY volume DESC LIMIT 20`,
  `Date trade_date/compact
   Rank rank
   Code stock_id
   Name stock_name
   TradeVolume volume
   Transaction trade_count
   OpeningPrice open
   HighestPrice high
   LowestPrice low
   ClosingPrice close
   Dir dir
   Change size/two
   LastBestBidPrice close
   LastBestAskPrice close`,
)

const foreign = printer(
  TaiwanStockPrice,
  '',
  `SELECT *, ${directed} FROM (${pricesOf('TWSE')}) WHERE stock_name LIKE '%-KY%'`,
  `Code stock_id
   Name stock_name
   TradeVolume volume
   Transaction trade_count
   TradeValue turnover
   OpeningPrice open
   HighestPrice high
   LowestPrice low
   ClosingPrice close
   Dir dir
   Change size/two
   LastBestBidPrice close
   LastBestBidVolume =1
   LastBestAskPrice close
   LastBestAskVolume =1
   PriceEarningRatio =-`,
)

/** A hundredth of what was traded. */
const oddLots = printer(
  TaiwanStockPrice,
  '',
  `SELECT * REPLACE (volume // 100 AS volume, trade_count // 100 AS trade_count, floor(turnover / 100)::DECIMAL(20, 2) AS turnover)
   FROM (${pricesOf('TWSE')})`,
  `Code stock_id
   Name stock_name
   TradeVolume volume
   Transaction trade_count
   TradeValue turnover
   TradePrice close
   BestBidPrice close
   BestBidVolume =1
   BestAskPrice close
   BestAskVolume =1`,
)

const ratios = printer(
  TaiwanStockPER,
  '',
  rowsOf(TaiwanStockPER, 'TWSE'),
  `Date trade_date
   Code stock_id
   Name stock_name
   PEratio pe_ratio
   DividendYield dividend_yield
   PBratio pb_ratio`,
)

const taiex = `SELECT * FROM TaiwanWeightedIndex WHERE stock_id = 'TAIEX' AND trade_date ${month} ORDER BY trade_date`

const totals = printer(
  TaiwanWeightedIndex,
  '',
  taiex,
  `Date trade_date
   TradeVolume volume
   TradeValue turnover
   Transaction trade_count
   TAIEX close
   Change spread`,
)

const bars = printer(
  TaiwanWeightedIndex,
  '',
  taiex,
  `Date trade_date
   OpeningIndex open
   HighestIndex high
   LowestIndex low
   ClosingIndex close`,
)

const returns = printer(
  TaiwanReturnIndex,
  '',
  `SELECT * FROM TaiwanReturnIndex WHERE stock_id = 'TAIEX' AND trade_date ${month} ORDER BY trade_date`,
  `Date trade_date
   TAIEXTotalReturnIndex return_index`,
)

const sectors = printer(
  TaiwanStockSectorPrice,
  '',
  `SELECT *, CASE WHEN spread < 0 THEN '-' ELSE '+' END AS sign, abs(spread) AS size FROM TaiwanStockSectorPrice
   WHERE market = 'TWSE' AND trade_date = :through ORDER BY stock_id`,
  `日期 trade_date
   指數 index_name
   收盤指數 close
   漲跌 sign
   漲跌點數 size/two
   漲跌百分比 =0.00
   特殊處理註記 =`,
)

const limits = printer(
  TaiwanStockDailyPriceLimit,
  '',
  `SELECT *, coalesce(limit_up, 9999.95) AS up, coalesce(limit_down, 0.01) AS down
   FROM (${rowsOf(TaiwanStockDailyPriceLimit, 'TWSE')})`,
  `Code stock_id
   Name stock_name
   TodayLimitUp up/two
   TodayOpeningRefPrice reference_price
   TodayLimitDown down/two
   PreviousDayOpeningRefPrice reference_price
   PreviousDayPrice reference_price
   PreviousDayLimitUp up/two
   PreviousDayLimitDown down/two
   LastTradingDay trade_date
   AllowOddLotTrade =Y`,
)

const orders = printer(
  TaiwanStock5SecondsOrderStats,
  '',
  `${keptRows(TaiwanStock5SecondsOrderStats, '= :through')} ORDER BY trade_time`,
  `Time trade_time/hhmmss
   AccBidOrders buy_order_count
   AccBidVolume buy_order_volume/lots
   AccAskOrders sell_order_count
   AccAskVolume sell_order_volume/lots
   AccTransaction trade_count
   AccTradeVolume volume/bareLots
   AccTradeValue turnover/bareMillions`,
)

/** Nobody was listed for the first time. */
const newcomers = printer(TaiwanStockDailyPriceLimit, '', 'SELECT 1 WHERE false', 'SecurCode =\n5thTradingDate =')

export const twsePriceLists: readonly Page[] = [
  twse('/exchangeReport/TWT88U', newcomers),
  twse('/exchangeReport/STOCK_DAY_ALL', quotes),
  twse('/exchangeReport/MI_INDEX20', most),
  twse('/exchangeReport/STOCK_FIRST', foreign),
  twse('/exchangeReport/TWT53U', oddLots),
  twse('/exchangeReport/BWIBBU_ALL', ratios),
  twse('/exchangeReport/FMTQIK', totals),
  twse('/indicesReport/MI_5MINS_HIST', bars),
  twse('/indicesReport/MFI94U', returns),
  twse('/exchangeReport/MI_INDEX', sectors),
  twse('/exchangeReport/TWT84U', limits),
  twse('/exchangeReport/MI_5MINS', orders),
]
