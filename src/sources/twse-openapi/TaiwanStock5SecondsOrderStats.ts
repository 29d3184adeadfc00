import { TaiwanStock5SecondsOrderStats } from '../../catalogue/technical/TaiwanStock5SecondsOrderStats.ts'
import { timeFrom } from '../dates.ts'
import { traded } from '../exchange/traded.ts'
import { column, constant, fromRequest, lots, whole } from '../reading.ts'
import { dayMade } from '../servedDays.ts'
import { twseOpenApi } from './response.ts'

const orders = whole(TaiwanStock5SecondsOrderStats, {
  stock_id: constant('MARKET'),
  trade_date: fromRequest(dayMade),
  trade_time: column('Time', { read: timeFrom }),
  buy_order_count: 'AccBidOrders',
  buy_order_volume: lots('AccBidVolume'),
  sell_order_count: 'AccAskOrders',
  sell_order_volume: lots('AccAskVolume'),
  // Before the first trade these are blank.
  trade_count: traded('AccTransaction', 'AccTradeVolume'),
  volume: traded('AccTradeVolume', 'AccTradeValue', { factor: 1000 }),
  turnover: traded('AccTradeValue', 'AccTradeVolume', { scale: 2, factor: 1_000_000 }),
})

/** The newest day, which follows only from the time at which the list was made. */
export const mi5Mins = twseOpenApi.rows(orders, '/exchangeReport/MI_5MINS', { recorded: '.json' })
