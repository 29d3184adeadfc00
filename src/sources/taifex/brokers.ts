import { TaiwanFuturesBrokerDaily } from '../../catalogue/derivatives/TaiwanFuturesBrokerDaily.ts'
import { TaiwanOptionsBrokerDaily } from '../../catalogue/derivatives/TaiwanOptionsBrokerDaily.ts'
import { constant, inOpenApi, whole } from '../reading.ts'
import { ofTheDay, taifexList } from './openApi.ts'
import { inMarketData } from './products.ts'

/** The days of the month so far; a trade counts for the broker of each side, and both sessions are added up. */
const columns = {
  trade_date: inOpenApi('日期', 'Date'),
  broker_id: inOpenApi('期貨商代號', 'FCMCode'),
  broker_name: inOpenApi('期貨商名稱', 'FCMName'),
  trading_session: constant('all'),
  volume: inOpenApi('交易量', 'Volume'),
} as const
const product = inOpenApi('商品', 'Contract', { read: inMarketData })

const futures = whole(TaiwanFuturesBrokerDaily, { ...columns, futures_id: product })
const options = whole(TaiwanOptionsBrokerDaily, { ...columns, option_id: product })

export const brokerTrades = [
  taifexList(futures, 'Daily_FUT', ofTheDay),
  taifexList(options, 'Daily_OPT', ofTheDay, { recorded: '.json' }),
]
