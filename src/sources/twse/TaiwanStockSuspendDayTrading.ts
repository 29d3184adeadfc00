import { TaiwanStockSuspendDayTrading } from '../../catalogue/technical/TaiwanStockSuspendDayTrading.ts'
import { column, constant, whole } from '../reading.ts'
import { twseList, twseRangeFeed } from './response.ts'

const suspended = whole(TaiwanStockSuspendDayTrading, {
  stock_id: column('股票代號', { also: ['證券代號'] }),
  stock_name: column('股票名稱', { also: ['證券名稱'] }),
  market: constant('TWSE'),
  suspend_start_date: column('停止先賣後買開始日', { also: ['暫停先賣後買開始日', '停止先賣後買起日'] }),
  suspend_end_date: column('停止先賣後買結束日', { also: ['暫停先賣後買結束日', '停止先賣後買迄日'] }),
  reason: column('原因', { blank: '' }),
})

/** Suspensions that overlap the requested days. */
export const twtbau2 = twseRangeFeed(suspended, 'dayTrading/TWTBAU2', {
  query: { stockNo: '' },
  longest: 366,
  since: '2014-06-30',
  parse: twseList(suspended),
})
