import { TaiwanReturnIndex } from '../../../src/catalogue/technical/TaiwanReturnIndex.ts'
import { TaiwanStockPrice } from '../../../src/catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockSectorPrice } from '../../../src/catalogue/technical/TaiwanStockSectorPrice.ts'
import { TaiwanWeightedIndex } from '../../../src/catalogue/technical/TaiwanWeightedIndex.ts'
import { indexMoments } from '../indexMoments.ts'
import type { Page } from '../page.ts'
import { pricesOf } from '../select.ts'
import { printer } from '../sheet.ts'
import { day, month } from './dialect.ts'

/** Prices and indices of the listed market. */

/** The sign stands in a cell of its own, in colour. */
const signed = (value: string): string => `
  CASE WHEN ${value} > 0 THEN '<p style =''color:red''>+</p>'
    WHEN ${value} < 0 THEN '<p style =''color:green''>-</p>' ELSE '<p> </p>' END AS sign,
  abs(${value}) AS size`

const indexLines = (title: string) => `
  ${title} index_name
  收盤指數 close/price
  漲跌(+/-) sign
  漲跌點數 size/price
  漲跌百分比(%) =0.00
  特殊處理註記 =`

const priceIndices = printer(
  TaiwanStockSectorPrice,
  '價格指數(臺灣證券交易所)',
  `SELECT '發行量加權股價指數' AS index_name, close, ${signed('spread')}, 0 AS place FROM TaiwanWeightedIndex
   WHERE stock_id = 'TAIEX' AND trade_date BETWEEN :from AND :to
   UNION ALL
   SELECT index_name, close, ${signed('spread')}, 1 AS place FROM TaiwanStockSectorPrice
   WHERE market = 'TWSE' AND trade_date BETWEEN :from AND :to ORDER BY place, index_name`,
  indexLines('指數'),
)

const returnIndices = printer(
  TaiwanReturnIndex,
  '報酬指數(臺灣證券交易所)',
  `SELECT '發行量加權股價報酬指數' AS index_name, return_index AS close, ${signed('0')} FROM TaiwanReturnIndex
   WHERE stock_id = 'TAIEX' AND trade_date BETWEEN :from AND :to`,
  indexLines('報酬指數'),
)

/** On a day that is not compared with the one before, X stands for the sign and 0.00 for the size. */
const quotes = printer(
  TaiwanStockPrice,
  '每日收盤行情(全部(不含權證、牛熊證))',
  `SELECT *, CASE WHEN is_marked THEN '<p>X</p>' WHEN spread > 0 THEN '<p style= color:red>+</p>'
     WHEN spread < 0 THEN '<p style= color:green>-</p>' ELSE '<p> </p>' END AS sign,
     CASE WHEN is_marked THEN 0 ELSE abs(coalesce(spread, 0)) END AS size
   FROM (${pricesOf('TWSE')})`,
  `證券代號 stock_id
   證券名稱 stock_name
   成交股數 volume
   成交筆數 trade_count
   成交金額 turnover
   開盤價 open
   最高價 high
   最低價 low
   收盤價 close
   漲跌(+/-) sign
   漲跌價差 size/price
   最後揭示買價 close
   最後揭示買量 =1
   最後揭示賣價 close
   最後揭示賣量 =1
   本益比 =0.00`,
)

const statistics = printer(
  TaiwanWeightedIndex,
  '大盤統計資訊',
  `SELECT * FROM TaiwanWeightedIndex WHERE stock_id = 'TAIEX' AND trade_date BETWEEN :from AND :to`,
  `成交統計 =總計(1~15)
   成交金額(元) turnover
   成交股數(股) volume
   成交筆數 trade_count`,
)
const advances = printer(TaiwanWeightedIndex, '漲跌證券數合計', `SELECT 1 WHERE false`, '類型 =\n整體市場 =\n股票 =')

const sectorTrades = printer(
  TaiwanStockSectorPrice,
  '各類指數日成交量值',
  `SELECT * FROM TaiwanStockSectorPrice WHERE market = 'TWSE' AND trade_date BETWEEN :from AND :to ORDER BY stock_id`,
  `分類指數名稱 index_name
   成交股數 volume
   成交金額 turnover
   成交筆數 trade_count
   漲跌指數 spread`,
)

const taiex = `SELECT * FROM TaiwanWeightedIndex WHERE stock_id = 'TAIEX' AND trade_date BETWEEN :from AND :to
  ORDER BY trade_date`

const monthTotals = printer(
  TaiwanWeightedIndex,
  '市場成交資訊',
  taiex,
  `日期 trade_date
   成交股數 volume
   成交金額 turnover
   成交筆數 trade_count
   發行量加權股價指數 close
   漲跌點數 spread`,
)
const monthBars = printer(
  TaiwanWeightedIndex,
  '發行量加權股價指數歷史資料',
  taiex,
  `日期 trade_date
   開盤指數 open
   最高指數 high
   最低指數 low
   收盤指數 close`,
)
const monthReturns = printer(
  TaiwanReturnIndex,
  '發行量加權股價報酬指數',
  `SELECT * FROM TaiwanReturnIndex WHERE stock_id = 'TAIEX' AND trade_date BETWEEN :from AND :to ORDER BY trade_date`,
  `日　期 trade_date
   發行量加權股價報酬指數 return_index`,
)

export const pricePages: readonly Page[] = [
  day('afterTrading/MI_INDEX', [priceIndices, returnIndices, quotes], { when: { type: 'ALLBUT0999' } }),
  day('afterTrading/MI_INDEX', [statistics, advances], { when: { type: 'MS' } }),
  day('afterTrading/BFIAMU', [sectorTrades]),
  month('afterTrading/FMTQIK', monthTotals),
  month('TAIEX/MI_5MINS_HIST', monthBars),
  month('TAIEX/MFI94U', monthReturns),
  day('TAIEX/MI_5MINS_INDEX', [indexMoments('TWSE', '每5秒指數統計', '時間')]),
]
