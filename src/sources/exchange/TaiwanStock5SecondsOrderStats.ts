import { TaiwanStock5SecondsOrderStats } from '../../catalogue/technical/TaiwanStock5SecondsOrderStats.ts'
import { timeFrom } from '../dates.ts'
import { constant, fromRequest, inOpenApi, type Named, onSite, theDay, whole } from '../reading.ts'
import { dayMade } from '../servedDays.ts'
import { traded } from './amounts.ts'
import { twseOpenApi } from './openApi.ts'
import { twseDayFeed } from './twse.ts'

const inLots = { times: 1000 } as const

const orders = (named: Named) => {
  const [trades, volume, turnover] =
    named === onSite
      ? ['累積成交筆數', '累積成交數量', '累積成交金額']
      : ['AccTransaction', 'AccTradeVolume', 'AccTradeValue']
  return whole(TaiwanStock5SecondsOrderStats, {
    stock_id: constant('MARKET'),
    trade_date: named === onSite ? theDay : fromRequest(dayMade),
    trade_time: named('時間', 'Time', { read: timeFrom }),
    buy_order_count: named('累積委託買進筆數', 'AccBidOrders'),
    buy_order_volume: named('累積委託買進數量', 'AccBidVolume', inLots),
    sell_order_count: named('累積委託賣出筆數', 'AccAskOrders'),
    sell_order_volume: named('累積委託賣出數量', 'AccAskVolume', inLots),
    // Before the first trade these are blank.
    trade_count: traded(trades!, volume!),
    volume: traded(volume!, turnover!, { factor: 1000 }),
    turnover: traded(turnover!, volume!, { scale: 2, factor: 1_000_000 }),
  })
}

export const orderStats = [
  // The newest day, which follows only from the time at which the list was made.
  twseOpenApi.rows(orders(inOpenApi), '/exchangeReport/MI_5MINS', { recorded: '.json' }),
  twseDayFeed(orders(onSite), 'afterTrading/MI_5MINS', { since: '2004-10-15' }),
]
