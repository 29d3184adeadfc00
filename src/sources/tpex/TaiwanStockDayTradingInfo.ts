import { TaiwanStockDayTradingInfo } from '../../catalogue/technical/TaiwanStockDayTradingInfo.ts'
import { isStarred } from '../exchange/securities.ts'
import { column, constant, theDay, whole } from '../reading.ts'
import { tpexDayFeed } from './response.ts'

const traded = whole(
  TaiwanStockDayTradingInfo,
  {
    stock_id: '證券代號',
    trade_date: theDay,
    market: constant('TPEX'),
    is_sell_first_suspended: column('暫停現股賣出後現款買進當沖註記', { since: '2014-06-30', read: isStarred }),
    day_trading_volume: '當日沖銷交易成交股數',
    day_trading_buy_amount: '當日沖銷交易買進成交金額',
    day_trading_sell_amount: '當日沖銷交易賣出成交金額',
  },
  { ignore: ['證券名稱'] },
)

export const intradayStat = tpexDayFeed(traded, 'intraday/stat', { query: { type: 'Daily' }, since: '2014-01-06' })
