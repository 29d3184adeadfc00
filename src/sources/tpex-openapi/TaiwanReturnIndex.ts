import { TaiwanReturnIndex } from '../../catalogue/technical/TaiwanReturnIndex.ts'
import { get } from '../feed.ts'
import { constant } from '../mapping.ts'
import { dated, openApiRows } from '../openapi.ts'
import { whole } from '../rows.ts'
import { tpexOpenApi } from './response.ts'

const month = whole(TaiwanReturnIndex, {
  stock_id: constant('TPEX'),
  trade_date: 'Date',
  return_index: 'TPExTotalReturnIndex',
  price_index: 'TPExIndex',
})

export const rewardIndex = tpexOpenApi(month, {
  endpoint: 'tpex_reward_index',
  span: 'latest',
  request: () => get('/tpex_reward_index'),
  parse: openApiRows(month, dated('trade_date')),
})
