import { TaiwanFuturesBrokerDaily } from '../../catalogue/derivatives/TaiwanFuturesBrokerDaily.ts'
import { whole } from '../reading.ts'
import { brokerColumns, brokerProduct } from './brokers.ts'
import { ofTheDay, taifexList } from './response.ts'

const brokers = whole(TaiwanFuturesBrokerDaily, { ...brokerColumns, futures_id: brokerProduct })

export const dailyFut = taifexList(brokers, 'Daily_FUT', ofTheDay)
