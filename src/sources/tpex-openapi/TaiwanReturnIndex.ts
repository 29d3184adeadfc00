import { TaiwanReturnIndex } from '../../catalogue/technical/TaiwanReturnIndex.ts'
import { constant, whole } from '../reading.ts'
import { tpexOpenApi } from './response.ts'

const month = whole(TaiwanReturnIndex, {
  stock_id: constant('TPEX'),
  trade_date: 'Date',
  return_index: 'TPExTotalReturnIndex',
  price_index: 'TPExIndex',
})

export const rewardIndex = tpexOpenApi.daily(month, '/tpex_reward_index')
