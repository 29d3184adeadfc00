import { publishers } from '../../catalogue/publishers.ts'
import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import { dayNumber, slashed } from '../dates.ts'
import { feed, get } from '../feed.ts'
import { column, fromAsked } from '../mapping.ts'
import { whole } from '../rows.ts'
import { isConvertible, isWarrant } from '../securities.ts'
import { tpexDayRows } from './answer.ts'

const quotes = whole(
  TaiwanStockPrice,
  {
    stock_id: '代號',
    trade_date: fromAsked(({ from }) => dayNumber(from)),
    open: '開盤',
    high: '最高',
    low: '最低',
    close: '收盤',
    volume: '成交股數',
    turnover: '成交金額(元)',
    trade_count: '成交筆數',
    // On these days there is no previous price to compare with.
    spread: column('漲跌', { none: ['除息', '除權', '除權息'] }),
  },
  {
    ignore: [
      '名稱',
      '均價',
      '最後買價',
      '最後買量(千股)',
      '最後買量(張數)',
      '最後賣價',
      '最後賣量(千股)',
      '最後賣量(張數)',
      '發行股數',
      '次日參考價',
      '次日漲停價',
      '次日跌停價',
    ],
    leave: [
      ['warrants', '代號', isWarrant],
      ['convertible bonds', '代號', isConvertible],
    ],
  },
)

/** Every OTC security, one day; managed stocks stand in a second table. */
export const dailyQuotes = feed({
  dataset: TaiwanStockPrice,
  publisher: publishers.tpex,
  endpoint: 'dailyQuotes',
  market: 'TPEX',
  fills: quotes.fills,
  span: 'day',
  since: '2007-04-23',
  request: ({ from }) => get('/www/zh-tw/afterTrading/dailyQuotes', { date: slashed(from), id: '', response: 'json' }),
  parse: tpexDayRows(quotes),
  verified: 'tpex/dailyQuotes_20230130.json.gz',
})
