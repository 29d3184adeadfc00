import { TaiwanStockDailyPriceLimit } from '../../catalogue/technical/TaiwanStockDailyPriceLimit.ts'
import { unlimited } from '../exchange/securities.ts'
import { get } from '../feed.ts'
import { column, constant } from '../mapping.ts'
import { whole } from '../rows.ts'
import { letters, quotes, twseMis } from './response.ts'

const limits = whole(
  TaiwanStockDailyPriceLimit,
  {
    stock_id: 'c',
    trade_date: 'd',
    market: constant('TWSE'),
    reference_price: 'y',
    limit_up: column('u', unlimited),
    limit_down: column('w', unlimited),
  },
  { ignore: letters },
)

/** The reference price and limits of one security today. */
export const stockInfo = twseMis(limits, {
  endpoint: 'getStockInfo',
  span: 'latest',
  each: 'id',
  request: ({ id }) => get('/getStockInfo.jsp', { ex_ch: `tse_${id}.tw`, json: '1' }),
  parse: quotes(limits, (id, served) => id !== served),
  verified: 'mis-twse/getStockInfo_2330.json',
})
