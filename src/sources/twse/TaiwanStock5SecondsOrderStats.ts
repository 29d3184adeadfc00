import { TaiwanStock5SecondsOrderStats } from '../../catalogue/technical/TaiwanStock5SecondsOrderStats.ts'
import { compact, timeFrom } from '../dates.ts'
import { column, constant, lots, millions, theDay } from '../mapping.ts'
import { whole } from '../rows.ts'
import { rwd, twse, twseDayRows } from './answer.ts'

/** Before the first trade the cells of trades are blank. */
const blank = 0

const orders = whole(TaiwanStock5SecondsOrderStats, {
  stock_id: constant('MARKET'),
  trade_date: theDay,
  trade_time: column('時間', { read: timeFrom }),
  buy_order_count: '累積委託買進筆數',
  buy_order_volume: lots('累積委託買進數量'),
  sell_order_count: '累積委託賣出筆數',
  sell_order_volume: lots('累積委託賣出數量'),
  trade_count: column('累積成交筆數', { blank }),
  volume: lots('累積成交數量', { blank }),
  turnover: millions('累積成交金額', { blank }),
})

export const mi5Mins = twse(orders, {
  endpoint: 'MI_5MINS',
  span: 'day',
  since: '2004-10-15',
  request: ({ from }) => rwd('afterTrading/MI_5MINS', { date: compact(from) }),
  parse: twseDayRows(orders),
})
