import { TaiwanDailyShortSaleBalances } from '../../../catalogue/chips/TaiwanDailyShortSaleBalances.ts'
import { TaiwanStockDisposition } from '../../../catalogue/chips/TaiwanStockDisposition.ts'
import { TaiwanStockMarginPurchaseShortSale } from '../../../catalogue/chips/TaiwanStockMarginPurchaseShortSale.ts'
import { TaiwanStockMarginShortSaleSuspension } from '../../../catalogue/chips/TaiwanStockMarginShortSaleSuspension.ts'
import { TaiwanStockShareholding } from '../../../catalogue/chips/TaiwanStockShareholding.ts'
import type { Dataset } from '../../../catalogue/dataset.ts'
import { TaiwanStockDelisting } from '../../../catalogue/fundamentals/TaiwanStockDelisting.ts'
import { TaiwanReturnIndex } from '../../../catalogue/technical/TaiwanReturnIndex.ts'
import { TaiwanStock5SecondsOrderStats } from '../../../catalogue/technical/TaiwanStock5SecondsOrderStats.ts'
import { TaiwanStockDailyPriceLimit } from '../../../catalogue/technical/TaiwanStockDailyPriceLimit.ts'
import { TaiwanStockDayTradingInfo } from '../../../catalogue/technical/TaiwanStockDayTradingInfo.ts'
import { TaiwanStockPER } from '../../../catalogue/technical/TaiwanStockPER.ts'
import { TaiwanStockPrice } from '../../../catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockSectorPrice } from '../../../catalogue/technical/TaiwanStockSectorPrice.ts'
import { TaiwanStockSuspendDayTrading } from '../../../catalogue/technical/TaiwanStockSuspendDayTrading.ts'
import { TaiwanStockTradingHaltAnnouncement } from '../../../catalogue/technical/TaiwanStockTradingHaltAnnouncement.ts'
import { TaiwanWeightedIndex } from '../../../catalogue/technical/TaiwanWeightedIndex.ts'
import { list } from '../openApi.ts'
import type { Page } from '../page.ts'
import { nextTradingDay, pricesOf, rowsOf } from '../select.ts'
import { type Printer, printer } from '../sheet.ts'
import { holidays } from '../twse/events.ts'

/** Lists of the listed market: the newest day, or what is in force. */

const twse = (path: string, made: Printer): Page => list('twseOpenApi', path, made)
const month = "BETWEEN date_trunc('month', :through) AND :through"

/** Nothing is left of the sign of a day that is not compared, and a change of zero may be one. */
const quotes = printer(
  TaiwanStockPrice,
  '',
  `SELECT *, CASE WHEN event_type IS NOT NULL OR spread IS NULL THEN '0.0000' ELSE spread::VARCHAR END AS change
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

const directed = `CASE WHEN event_type IS NOT NULL THEN 'X' WHEN spread > 0 THEN '+' WHEN spread < 0 THEN '-' ELSE '' END AS dir,
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

/** What may be day-traded on the trading day to come, by what could be today. */
const eligible = printer(
  TaiwanStockDayTradingInfo,
  '',
  `SELECT *, ${nextTradingDay} AS next, CASE WHEN is_sell_first_suspended THEN 'Y' ELSE '' END AS mark
   FROM (${rowsOf(TaiwanStockDayTradingInfo, 'TWSE')})`,
  `Date next/rocBare
   Code stock_id
   Name stock_name
   Suspension mark`,
)

const margin = printer(
  TaiwanStockMarginPurchaseShortSale,
  '',
  rowsOf(TaiwanStockMarginPurchaseShortSale, 'TWSE'),
  `股票代號 stock_id
   股票名稱 stock_name
   融資買進 margin_purchase_buy/lots
   融資賣出 margin_purchase_sell/lots
   融資現金償還 margin_purchase_cash_repayment/lots
   融資前日餘額 margin_purchase_previous_balance/lots
   融資今日餘額 margin_purchase_balance/lots
   融資限額 margin_purchase_limit/lots
   融券買進 short_sale_buy/lots
   融券賣出 short_sale_sell/lots
   融券現券償還 short_sale_stock_repayment/lots
   融券前日餘額 short_sale_previous_balance/lots
   融券今日餘額 short_sale_balance/lots
   融券限額 short_sale_limit/lots
   資券互抵 offset_volume/lots
   註記 note`,
)

/** Both markets side by side. */
const available = printer(
  TaiwanDailyShortSaleBalances,
  '',
  `WITH placed AS (SELECT *, row_number() OVER (PARTITION BY market ORDER BY stock_id) AS place
     FROM TaiwanDailyShortSaleBalances WHERE trade_date = :through)
   SELECT a.stock_id AS code, a.sbl_short_sale_limit AS here, b.stock_id AS other, b.sbl_short_sale_limit AS there
   FROM (SELECT * FROM placed WHERE market = 'TWSE') a LEFT JOIN (SELECT * FROM placed WHERE market = 'TPEX') b USING (place)
   ORDER BY place`,
  `TWSECode code
   TWSEAvailableVolume here/number
   GRETAICode other
   GRETAIAvailableVolume there/plain`,
)

const holders = printer(
  TaiwanStockShareholding,
  '',
  `SELECT *, row_number() OVER (ORDER BY foreign_shareholding_ratio DESC) AS rank
   FROM (${rowsOf(TaiwanStockShareholding, 'TWSE')}) ORDER BY foreign_shareholding_ratio DESC LIMIT 20`,
  `Rank rank
   Code stock_id
   Name stock_name
   ShareNumber issued_shares
   AvailableShare foreign_available_shares
   SharesHeld foreign_shares
   AvailableInvestPer foreign_available_ratio
   SharesHeldPer foreign_shareholding_ratio
   Upperlimit foreign_limit_ratio`,
)

const suspensions = (dataset: Dataset, when: string) =>
  printer(
    dataset,
    '',
    `SELECT * FROM ${dataset.name} WHERE market = 'TWSE' AND ${when} ORDER BY suspend_start_date, stock_id`,
    `Code stock_id
     Name stock_name
     StartDate suspend_start_date
     EndDate suspend_end_date
     Reason reason`,
  )
const coming = 'coalesce(suspend_end_date, suspend_start_date) >= :through'
const current = `suspend_start_date <= :through AND ${coming}`

const dispositions = printer(
  TaiwanStockDisposition,
  '',
  `SELECT *, year(period_start_date) - 1911 || strftime(period_start_date, '/%m/%d') || '～' ||
     year(period_end_date) - 1911 || strftime(period_end_date, '/%m/%d') AS period
   FROM TaiwanStockDisposition WHERE market = 'TWSE' AND announce_date <= :through AND period_end_date >= :through`,
  `Number =1
   Date announce_date
   Code stock_id
   Name stock_name
   NumberOfAnnouncement disposition_count
   ReasonsOfDisposition condition
   DispositionPeriod period
   DispositionMeasures measure
   Detail detail
   LinkInformation =`,
)

const delisted = printer(
  TaiwanStockDelisting,
  '',
  `SELECT * FROM TaiwanStockDelisting WHERE market = 'TWSE' AND delisting_date <= :through ORDER BY delisting_date DESC`,
  `DelistingDate delisting_date/roc
   Company stock_name
   Code stock_id`,
)

const halts = printer(
  TaiwanStockTradingHaltAnnouncement,
  '',
  `SELECT * FROM TaiwanStockTradingHaltAnnouncement WHERE market = 'TWSE' AND halt_date BETWEEN :through - 30 AND :through
   ORDER BY halt_date, stock_id`,
  `Number =1
   Code stock_id
   Name stock_name
   TradingHaltDate halt_date
   TradingHaltTime halt_time/hhmmss
   TradingResumptionDate resumption_date
   TradingResumptionTime resumption_time/hhmmss`,
)

const orders = printer(
  TaiwanStock5SecondsOrderStats,
  '',
  `SELECT * FROM TaiwanStock5SecondsOrderStats WHERE trade_date = :through ORDER BY trade_time`,
  `Time trade_time/hhmmss
   AccBidOrders buy_order_count
   AccBidVolume buy_order_volume/lots
   AccAskOrders sell_order_count
   AccAskVolume sell_order_volume/lots
   AccTransaction trade_count
   AccTradeVolume volume/bareLots
   AccTradeValue turnover/bareMillions`,
)

/** The list of this year's holidays. */
const schedule: Printer = {
  async print(market, _days, hand) {
    const year = market.through().slice(0, 4)
    const sheet = await holidays.print(market, { from: `${year}-01-01`, to: `${year}-12-31` }, hand)
    return {
      title: '',
      titles: ['Name', 'Date', 'Weekday', 'Description'],
      rows: sheet.rows.map(([day, name]) => [name!, hand.date(day!), '', '']),
    }
  },
}

/** Nobody was listed for the first time. */
const newcomers = printer(TaiwanStockDailyPriceLimit, '', 'SELECT 1 WHERE false', 'SecurCode =\n5thTradingDate =')

export const twseLists: readonly Page[] = [
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
  twse('/exchangeReport/TWTB4U', eligible),
  twse('/exchangeReport/MI_MARGN', margin),
  twse('/SBL/TWT96U', available),
  twse('/fund/MI_QFIIS_sort_20', holders),
  twse('/exchangeReport/TWTBAU1', suspensions(TaiwanStockSuspendDayTrading, coming)),
  twse('/exchangeReport/TWTBAU2', suspensions(TaiwanStockSuspendDayTrading, current)),
  twse('/exchangeReport/BFI84U', suspensions(TaiwanStockMarginShortSaleSuspension, coming)),
  twse('/announcement/punish', dispositions),
  twse('/company/suspendListingCsvAndHtml', delisted),
  twse('/exchangeReport/TWTAWU', halts),
  twse('/exchangeReport/MI_5MINS', orders),
  twse('/holidaySchedule/holidaySchedule', schedule),
]
