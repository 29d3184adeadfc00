import { TaiwanStockDelisting } from '../../catalogue/fundamentals/TaiwanStockDelisting.ts'
import { constant } from '../mapping.ts'
import { whole } from '../rows.ts'
import { rwd, twse, twseList } from './response.ts'

const delisted = whole(TaiwanStockDelisting, {
  stock_id: '上市編號',
  stock_name: '公司名稱',
  market: constant('TWSE'),
  delisting_date: '終止上市日期',
  reason: null,
  is_transfer: null,
})

/** Every company that left the exchange since 2001. */
export const suspendListing = twse(delisted, {
  endpoint: 'suspendListing',
  span: 'latest',
  request: () => rwd('company/suspendListing', {}),
  parse: twseList(delisted),
})
