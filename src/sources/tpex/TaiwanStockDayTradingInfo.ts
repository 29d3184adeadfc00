import { dayTrades } from '../exchange/dayTrading.ts'
import { tpexDayFeed } from './response.ts'

export const intradayStat = tpexDayFeed(dayTrades('TPEX'), 'intraday/stat', {
  query: { type: 'Daily' },
  since: '2014-01-06',
})
