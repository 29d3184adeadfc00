import { TaiwanStockDelisting } from '../../catalogue/fundamentals/TaiwanStockDelisting.ts'
import { column, constant, lacking, whole } from '../reading.ts'
import { twseOpenApi } from './openApi.ts'
import { tpex, tpexRangeRows, www } from './tpex.ts'

const listed = whole(TaiwanStockDelisting, {
  stock_id: 'Code',
  stock_name: 'Company',
  market: constant('TWSE'),
  delisting_date: 'DelistingDate',
  ...lacking('reason', 'is_transfer'),
})

const otc = whole(
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

/** Without the paging only ten are given. */
const wholeYear = { code: '', reason: '-1', 'paging-offset': '0', 'paging-size': '1000' }

export const delistings = [
  // Every company that left the exchange since 2001.
  twseOpenApi.rows(listed, '/company/suspendListingCsvAndHtml', { recorded: '.json' }),
  // Companies that left the OTC market in a year.
  tpex(otc, {
    endpoint: 'deListed',
    span: 'year',
    since: '1990-01-01',
    request: ({ from }) => www('company/deListed', { ...wholeYear, date: from.slice(0, 4) }),
    parse: tpexRangeRows(otc),
  }),
]
