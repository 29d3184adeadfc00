import { TaiwanFuturesBrokerDaily } from '../../catalogue/derivatives/TaiwanFuturesBrokerDaily.ts'
import { whole } from '../rows.ts'
import { brokerColumns, brokerProduct } from './brokers.ts'
import { list, listRows, ofTheDay, taifexOpenApi } from './response.ts'

const brokers = whole(TaiwanFuturesBrokerDaily, { ...brokerColumns, futures_id: brokerProduct })

export const dailyFut = taifexOpenApi(brokers, {
  endpoint: 'Daily_FUT',
  span: 'latest',
  request: list('Daily_FUT'),
  parse: listRows(brokers, ofTheDay),
})
