import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import { withoutWarrantsAndBonds } from '../exchange/securityCodes.ts'
import { column, theDay, whole } from '../reading.ts'
import { titlesIn } from '../text.ts'
import { oldQuotes } from './oldQuotes.ts'
import { tpexDayFeed, tpexDayRows } from './response.ts'

/** On these days there is no previous price to compare with. */
const notCompared = ['除息', '除權', '除權息']

const quotes = whole(
  TaiwanStockPrice,
  {
    stock_id: '代號',
    trade_date: theDay,
    open: '開盤',
    high: '最高',
    low: '最低',
    close: '收盤',
    volume: '成交股數',
    turnover: '成交金額(元)',
    trade_count: '成交筆數',
    spread: column('漲跌', { none: notCompared }),
  },
  {
    ignore: titlesIn(`
      名稱 均價 最後買價 最後買量(千股) 最後買量(張數) 最後賣價 最後賣量(千股) 最後賣量(張數) 發行股數 次日參考價
      次日漲停價 次日跌停價
    `),
    ...withoutWarrantsAndBonds('代號'),
  },
)

/** Every OTC security, one day; managed stocks stand in a second table. */
export const dailyQuotes = tpexDayFeed(quotes, 'afterTrading/dailyQuotes', {
  query: { id: '' },
  since: '2007-04-23',
  recording: 'tpex/dailyQuotes_20230130.json.gz',
  parse: tpexDayRows(quotes, oldQuotes),
})
