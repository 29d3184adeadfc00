import { publishers } from '../../catalogue/publishers.ts'
import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import { newest } from '../answered.ts'
import { feed, get } from '../feed.ts'
import { column } from '../mapping.ts'
import { openApiRows } from '../openapi.ts'
import { whole } from '../rows.ts'

const quotes = whole(
  TaiwanStockPrice,
  {
    stock_id: 'Code',
    trade_date: 'Date',
    open: 'OpeningPrice',
    high: 'HighestPrice',
    low: 'LowestPrice',
    close: 'ClosingPrice',
    // Blank where nothing was traded.
    volume: column('TradeVolume', { blank: 0 }),
    turnover: column('TradeValue', { blank: 0 }),
    trade_count: column('Transaction', { blank: 0 }),
    // The mark of a day that is not compared is lost here: its 0.0000 looks like an unchanged price, so it says nothing.
    spread: column('Change', { none: ['0.0000'] }),
  },
  { ignore: ['Name'] },
)

/** Every listed security but warrants, the newest day, made the next morning. */
export const stockDayAll = feed({
  dataset: TaiwanStockPrice,
  publisher: publishers.twseOpenApi,
  endpoint: 'STOCK_DAY_ALL',
  market: 'TWSE',
  fills: quotes.fills,
  span: 'latest',
  request: () => get('/exchangeReport/STOCK_DAY_ALL'),
  parse: openApiRows(quotes, (taken, asked) => newest(taken, 'trade_date', asked)),
  verified: 'twse-openapi/exchangeReport_STOCK_DAY_ALL.json',
})
