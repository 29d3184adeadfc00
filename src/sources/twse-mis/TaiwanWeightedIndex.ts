import { TaiwanWeightedIndex } from '../../catalogue/technical/TaiwanWeightedIndex.ts'
import { get } from '../feed.ts'
import { constant, part } from '../reading.ts'
import { letters, quotes, twseMis } from './response.ts'

const bar = part(
  TaiwanWeightedIndex,
  { stock_id: constant('TAIEX'), trade_date: 'd', open: 'o', high: 'h', low: 'l', close: 'z' },
  { ignore: letters },
)

/** The bar of today; it is whole once the market has closed. */
export const stockInfo = twseMis(bar, {
  endpoint: 'getStockInfo',
  role: 'part',
  span: 'latest',
  request: () => get('/getStockInfo.jsp', { ex_ch: 'tse_t00.tw', json: '1' }),
  parse: quotes(bar, 't00'),
  recording: 'mis-twse/getStockInfo_t00.json',
})
