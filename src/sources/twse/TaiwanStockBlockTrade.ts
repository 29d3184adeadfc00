import { TaiwanStockBlockTrade } from '../../catalogue/chips/TaiwanStockBlockTrade.ts'
import { isTotal } from '../exchange/securities.ts'
import { column, lacking, ordinal, whole } from '../reading.ts'
import { dailyKey, twseDayFeed } from './response.ts'

const trades = whole(
  TaiwanStockBlockTrade,
  {
    ...dailyKey,
    seq: ordinal,
    stock_name: '證券名稱',
    trade_type: column('交易別', { since: '2007-05-28' }),
    ...lacking('settlement_period', 'trade_time'),
    price: '成交價',
    volume: '成交股數',
    turnover: '成交金額',
  },
  {
    ignore: ['交割期別'],
    leave: [
      ['totals', '證券代號', isTotal],
      ['totals', '證券名稱', isTotal],
    ],
  },
)

/** Single securities; baskets are not published by security. */
export const bfiauu = twseDayFeed(trades, 'block/BFIAUU', { query: { selectType: 'S' }, since: '2011-12-19' })
