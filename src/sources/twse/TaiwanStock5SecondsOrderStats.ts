import { TaiwanStock5SecondsOrderStats } from '../../catalogue/technical/TaiwanStock5SecondsOrderStats.ts'
import { timeFrom } from '../dates.ts'
import { traded } from '../exchange/traded.ts'
import { column, constant, lots, theDay, whole } from '../reading.ts'
import { twseDayFeed } from './response.ts'

const orders = whole(TaiwanStock5SecondsOrderStats, {
  stock_id: constant('MARKET'),
  trade_date: theDay,
  trade_time: column('時間', { read: timeFrom }),
  buy_order_count: '累積委託買進筆數',
  buy_order_volume: lots('累積委託買進數量'),
  sell_order_count: '累積委託賣出筆數',
  sell_order_volume: lots('累積委託賣出數量'),
  // Before the first trade these are blank.
  trade_count: traded('累積成交筆數', '累積成交數量'),
  volume: traded('累積成交數量', '累積成交金額', { factor: 1000 }),
  turnover: traded('累積成交金額', '累積成交數量', { scale: 2, factor: 1_000_000 }),
})

export const mi5Mins = twseDayFeed(orders, 'afterTrading/MI_5MINS', { since: '2004-10-15' })
