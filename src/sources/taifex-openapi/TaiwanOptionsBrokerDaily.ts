import { TaiwanOptionsBrokerDaily } from '../../catalogue/derivatives/TaiwanOptionsBrokerDaily.ts'
import { whole } from '../reading.ts'
import { brokerColumns, brokerProduct } from './brokers.ts'
import { ofTheDay, taifexList } from './response.ts'

const brokers = whole(TaiwanOptionsBrokerDaily, { ...brokerColumns, option_id: brokerProduct })

export const dailyOpt = taifexList(brokers, 'Daily_OPT', ofTheDay, { recorded: '.json' })
