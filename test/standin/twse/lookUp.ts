import { TaiwanStockPrice } from '../../../src/catalogue/technical/TaiwanStockPrice.ts'
import { csvBody } from '../csv.ts'
import { jsonBody, type Page } from '../page.ts'
import { pricesOf } from '../select.ts'
import { printer } from '../sheet.ts'
import { dayIn, lastOfMonth, rocMonth } from '../spell.ts'
import { hand } from './dialect.ts'

/** Prices for looking a day up: one security and month, and the newest day as a file. */

const changes = `SELECT *, CASE WHEN is_marked THEN 'X0.00' WHEN spread > 0 THEN '+' || round(spread, 2)
  ELSE coalesce(round(spread, 2), 0)::DECIMAL(18, 2)::VARCHAR END AS change FROM (${pricesOf('TWSE')})`

const oneStock = (id: string) =>
  printer(
    TaiwanStockPrice,
    '各日成交資訊',
    `${changes} WHERE stock_id = '${id.replaceAll("'", "''")}' ORDER BY trade_date`,
    `日期 trade_date
     成交股數 volume
     成交金額 turnover
     開盤價 open
     最高價 high
     最低價 low
     收盤價 close
     漲跌價差 change
     成交筆數 trade_count
     註記 =`,
  )

const month: Page = {
  publisher: 'twse',
  path: '/rwd/zh/afterTrading/STOCK_DAY',
  asked: ({ fields }) => {
    const day = dayIn(fields.date)
    return day === null ? null : { from: `${day.slice(0, 7)}-01`, to: lastOfMonth(day.slice(0, 7)) }
  },
  sheets: async (market, days, { fields }) => [await oneStock(fields.stockNo ?? '').print(market, days, hand)],
  write: ([sheet], { from }, { fields }) =>
    jsonBody({
      stat: 'OK',
      date: from.replaceAll('-', ''),
      title: `${rocMonth(from)} ${fields.stockNo} ${sheet!.title}`,
      fields: sheet!.titles,
      data: sheet!.rows,
      total: sheet!.rows.length,
    }),
  nothing: () => jsonBody({ stat: '很抱歉，沒有符合條件的資料!' }),
}

const all = printer(
  TaiwanStockPrice,
  '',
  changes,
  `證券代號 stock_id
   證券名稱 stock_name
   成交股數 volume
   成交金額 turnover
   開盤價 open
   最高價 high
   最低價 low
   收盤價 close
   漲跌價差 change
   成交筆數 trade_count`,
)

const file: Page = {
  publisher: 'twse',
  path: '/exchangeReport/STOCK_DAY_ALL',
  asked: () => null,
  sheets: async (market, days) => [await all.print(market, days, hand)],
  write: (sheets) => csvBody(sheets.at(-1)!),
  nothing: () => ({ body: '', type: 'text/csv' }),
}

export const lookUpPages: readonly Page[] = [month, file]
