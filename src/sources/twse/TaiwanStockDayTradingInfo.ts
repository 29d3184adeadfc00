import { dayTrades } from '../exchange/dayTrading.ts'
import { twseDayFeed } from './response.ts'

export const twtb4u = twseDayFeed(dayTrades('TWSE'), 'dayTrading/TWTB4U', {
  query: { selectType: 'All' },
  since: '2014-01-06',
})
