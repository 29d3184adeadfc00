import { TaiwanOptionsBrokerDaily } from '../../catalogue/derivatives/TaiwanOptionsBrokerDaily.ts'
import { whole } from '../rows.ts'
import { brokerColumns, brokerProduct } from './brokers.ts'
import { list, listRows, ofTheDay, taifexOpenApi } from './response.ts'

const brokers = whole(TaiwanOptionsBrokerDaily, { ...brokerColumns, option_id: brokerProduct })

export const dailyOpt = taifexOpenApi(brokers, {
  endpoint: 'Daily_OPT',
  span: 'latest',
  request: list('Daily_OPT'),
  parse: listRows(brokers, ofTheDay),
  verified: 'taifex-openapi/Daily_OPT.json',
})
