import { TaiwanStockBlockTrade } from '../../catalogue/chips/TaiwanStockBlockTrade.ts'
import { timeFrom } from '../dates.ts'
import { isTotal } from '../exchange/securities.ts'
import { column, ordinal, whole } from '../reading.ts'
import { dailyKey, tpexDayFeed } from './response.ts'

const trades = whole(
  TaiwanStockBlockTrade,
  {
    ...dailyKey,
    seq: ordinal,
    stock_name: '名稱',
    trade_type: column('交易型態', { also: ['交易別'] }),
    settlement_period: '交割期別',
    price: column('成交價格(元)', { also: ['成交價'] }),
    volume: column('成交股數(股)', { also: ['成交股數'] }),
    turnover: column('成交值(元)', { also: ['成交值', '成交金額(元)'] }),
    trade_time: column('成交時間', { read: timeFrom }),
  },
  {
    leave: [
      ['totals', '代號', isTotal],
      ['totals', '名稱', isTotal],
    ],
  },
)

export const blockQuote = tpexDayFeed(trades, 'blockTrade/quote', { query: { id: '' }, since: '2007-01-08' })
