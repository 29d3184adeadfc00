import { TaiwanStockDayTradingInfo } from '../../catalogue/technical/TaiwanStockDayTradingInfo.ts'
import { column, constant, type Reading, theDay, whole } from '../reading.ts'
import { isStarred } from './securities.ts'

/** Day trades of a day, which both sites publish with the same titles. */
export const dayTrades = (market: 'TWSE' | 'TPEX'): Reading =>
  whole(
    TaiwanStockDayTradingInfo,
    {
      stock_id: '證券代號',
      trade_date: theDay,
      market: constant(market),
      is_sell_first_suspended: column('暫停現股賣出後現款買進當沖註記', { since: '2014-06-30', read: isStarred }),
      day_trading_volume: '當日沖銷交易成交股數',
      day_trading_buy_amount: '當日沖銷交易買進成交金額',
      day_trading_sell_amount: '當日沖銷交易賣出成交金額',
    },
    { ignore: ['證券名稱'] },
  )
