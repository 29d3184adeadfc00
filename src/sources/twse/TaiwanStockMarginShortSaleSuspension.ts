import { TaiwanStockMarginShortSaleSuspension } from '../../catalogue/chips/TaiwanStockMarginShortSaleSuspension.ts'
import { compact } from '../dates.ts'
import { get } from '../feed.ts'
import { column, constant, whole } from '../reading.ts'
import { twseList, twseRangeFeed } from './response.ts'

const suspended = whole(TaiwanStockMarginShortSaleSuspension, {
  stock_id: column('股票代號', { also: ['證券代號'] }),
  stock_name: column('股票名稱', { also: ['證券名稱'] }),
  market: constant('TWSE'),
  suspend_start_date: column('停券起日', { also: ['停券起日(最後回補日)'] }),
  suspend_end_date: '停券迄日',
  reason: column('原因', { blank: '' }),
})

/** Suspensions that overlap the requested days. */
export const bfi84u2 = twseRangeFeed(suspended, 'BFI84U2', {
  longest: 366,
  since: '2010-11-08',
  request: ({ from, to }) =>
    get('/exchangeReport/BFI84U2', { startDate: compact(from), endDate: compact(to), stockNo: '', response: 'json' }),
  parse: twseList(suspended),
})
