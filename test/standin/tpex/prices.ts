import { TaiwanReturnIndex } from '../../../src/catalogue/technical/TaiwanReturnIndex.ts'
import { TaiwanStockPrice } from '../../../src/catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockSectorPrice } from '../../../src/catalogue/technical/TaiwanStockSectorPrice.ts'
import { TaiwanWeightedIndex } from '../../../src/catalogue/technical/TaiwanWeightedIndex.ts'
import { indexMoments } from '../indexMoments.ts'
import type { Page } from '../page.ts'
import { pricesOf } from '../select.ts'
import { printer } from '../sheet.ts'
import { day, month } from './dialect.ts'

/** Prices and indices of the OTC market. */

/** Beside the prices of a day stand the limits of the next one. On an ex-day a word stands for the change. */
const quotes = printer(
  TaiwanStockPrice,
  '上櫃股票行情',
  `SELECT *, coalesce(ex_mark, CASE WHEN spread > 0 THEN '+' || round(spread, 2) ELSE round(spread, 2)::VARCHAR END,
     '---') AS change, coalesce(next_up, 9999.95) AS up, coalesce(next_down, 0.01) AS down
   FROM (${pricesOf('TPEX')})`,
  `代號 stock_id
   名稱 stock_name
   收盤 close
   漲跌 change
   開盤 open
   最高 high
   最低 low
   均價 close
   成交股數 volume
   成交金額(元) turnover
   成交筆數 trade_count
   最後買價 close
   最後買量(千股) =1
   最後賣價 close
   最後賣量(千股) =1
   發行股數 =1,000
   次日 參考價 next_reference/price
   次日 漲停價 up/price
   次日 跌停價 down/price`,
)

const sectorNames = `CASE WHEN stock_id = 'TPEX' THEN '櫃買指數' ELSE index_name END AS name`
const bars = printer(
  TaiwanStockSectorPrice,
  '類股指數',
  `SELECT ${sectorNames}, * FROM (
     SELECT stock_id, index_name, open, high, low, close, spread FROM TaiwanStockSectorPrice
     WHERE market = 'TPEX' AND trade_date BETWEEN :from AND :to
     UNION ALL
     SELECT stock_id, '', open, high, low, close, spread FROM TaiwanWeightedIndex
     WHERE stock_id = 'TPEX' AND trade_date BETWEEN :from AND :to) ORDER BY stock_id`,
  `類股名稱 name
   收市 close
   漲跌 spread
   開市 open
   最高 high
   最低 low`,
)
const sectorShares = printer(
  TaiwanStockSectorPrice,
  '類股成交價量比重',
  `SELECT * FROM TaiwanStockSectorPrice WHERE market = 'TPEX' AND trade_date BETWEEN :from AND :to ORDER BY stock_id`,
  `類股名稱 index_name
   成交金額(元) turnover
   成交比重(%) turnover_ratio
   成交股數 volume
   成交比重(%) =0.0`,
)

const index = `SELECT * FROM TaiwanWeightedIndex WHERE stock_id = 'TPEX' AND trade_date BETWEEN :from AND :to
  ORDER BY trade_date`
const monthBars = printer(
  TaiwanWeightedIndex,
  '櫃買指數',
  index,
  `日期 trade_date/slashed
   開市 open
   最高 high
   最低 low
   收市 close
   漲/跌 spread`,
)
const monthTotals = printer(
  TaiwanWeightedIndex,
  '日成交量值指數',
  index,
  `日期 trade_date
   成交張數 volume/wholeLots
   金額（仟元） turnover/wholeThousands
   筆數 trade_count
   櫃買指數 close
   漲/跌 spread`,
)
const statistics = printer(
  TaiwanWeightedIndex,
  '上櫃證券成交統計',
  index,
  `成交統計 =1.一般股票
   成交金額(元) turnover
   成交股數(股) volume
   成交筆數 trade_count`,
  {
    async summary(market, days) {
      const [row] = await market.rows(index, days)
      return row ? [['股票合計(1~3)', row.turnover!, row.volume!, row.trade_count!]] : []
    },
  },
)

const summaryLines = `
  指數 name
  收市指數 value/price
  漲跌 =0.00
  漲跌幅度(%) =0.00
  大盤資訊連結 =`
const indexOf = (title: string, column: string) =>
  printer(
    TaiwanReturnIndex,
    title,
    `SELECT '櫃買指數' AS name, ${column} AS value FROM TaiwanReturnIndex
     WHERE stock_id = 'TPEX' AND trade_date BETWEEN :from AND :to`,
    summaryLines,
  )

export const pricePages: readonly Page[] = [
  day('afterTrading/dailyQuotes', quotes),
  day('indexInfo/sectinx', bars),
  day('afterTrading/sectRatio', sectorShares),
  month('indexInfo/inx', monthBars),
  month('afterTrading/tradingIndex', monthTotals),
  day('afterTrading/marketStats', statistics),
  day('afterTrading/indexSummary', indexOf('價格指數', 'price_index'), indexOf('報酬指數', 'return_index')),
  day('indexInfo/miIndex', indexMoments('TPEX', '每5秒指數', '時 間')),
]
