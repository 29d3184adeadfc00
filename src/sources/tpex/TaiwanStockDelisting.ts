import { TaiwanStockDelisting } from '../../catalogue/fundamentals/TaiwanStockDelisting.ts'
import { column, constant, whole } from '../reading.ts'
import { tpex, tpexRangeRows, www } from './response.ts'

const delisted = whole(
  TaiwanStockDelisting,
  {
    stock_id: '股票代號',
    stock_name: '公司名稱',
    market: constant('TPEX'),
    delisting_date: '終止上櫃日期',
    reason: '終止上櫃原因',
    is_transfer: column('終止上櫃原因', { read: (reason) => (reason.trim() === '' ? null : /轉.*上市/.test(reason)) }),
  },
  { ignore: ['公司資料網址'] },
)

/** Companies that left the OTC market in a year; without the paging only ten are given. */
export const deListed = tpex(delisted, {
  endpoint: 'deListed',
  span: 'year',
  since: '1990-01-01',
  request: ({ from }) =>
    www('company/deListed', {
      code: '',
      date: from.slice(0, 4),
      reason: '-1',
      'paging-offset': '0',
      'paging-size': '1000',
    }),
  parse: tpexRangeRows(delisted),
})
