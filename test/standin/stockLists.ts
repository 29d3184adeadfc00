import { htmlPage, htmlTable } from './html.ts'
import type { Page } from './page.ts'

/** The page of stock products, which code of its own reads: a line a stem, with a mark for each product on it. */
const titles = [
  ...['股票期貨、<br>選擇權<br>商品代碼', '標的證券', '證券代號', '標的證券<br>簡稱'],
  ...['是否為<br>股票期貨<br>標的', '是否為<br>股票選擇權<br>標的', '上市普通股<br>標的證券', '上櫃普通股<br>標的證券'],
  ...['上市ETF<br>標的證券', '上櫃ETF<br>標的證券', '標準型<br>證券<br>股數'],
]

export const stockLists: Page = {
  publisher: 'taifex',
  path: '/cht/2/stockLists',
  requestedDays: () => null,
  async sheets(market) {
    const rows = await market.rows(
      `SELECT product_id[1:2] AS stem, underlying_stock_id AS id, any_value(stock_name) AS name,
         bool_or(product_id LIKE '__F') AS futures, bool_or(product_id LIKE '__O') AS options
       FROM TaiwanFutureOptionDailyTotalOverview LEFT JOIN TaiwanStockOverview ON stock_id = underlying_stock_id
       WHERE underlying_stock_id IS NOT NULL AND trade_date = :through GROUP BY ALL ORDER BY stem`,
    )
    const mark = (is: string | null | undefined) => (is === 'true' ? '●' : '')
    const cells = rows.map(({ stem, id, name, futures, options }) => [
      ...[stem!, name!, id!, name!, mark(futures), mark(options), '◎', '', '', '', '2000'],
    ])
    return [{ title: '', titles, rows: cells }]
  },
  write: (sheets) => ({ body: htmlPage(htmlTable(sheets.at(-1)!)), type: 'text/html' }),
  nothing: () => ({ body: htmlPage('查無資料'), type: 'text/html' }),
}
