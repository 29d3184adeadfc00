import { TaiwanStockDividendResult } from '../../catalogue/fundamentals/TaiwanStockDividendResult.ts'
import { compact } from '../dates.ts'
import { exEvent, unlimited } from '../exchange/securities.ts'
import { column, combined, constant } from '../mapping.ts'
import { scaled } from '../numbers.ts'
import { whole } from '../rows.ts'
import { rwd, twse, twseRangeRows } from './answer.ts'

/** The value is not divided here: it is one part or the other where only one was taken off. */
const partOf = (event: string) =>
  combined(['權/息', '權值+息值'], (kind, value) => (exEvent(kind) === event ? scaled(value, 6) : null))

const results = whole(
  TaiwanStockDividendResult,
  {
    stock_id: '股票代號',
    ex_date: '資料日期',
    stock_name: '股票名稱',
    market: constant('TWSE'),
    close_before: '除權息前收盤價',
    reference_price: '除權息參考價',
    dividend_value: '權值+息值',
    rights_value: partOf('rights'),
    cash_value: partOf('dividend'),
    event_type: column('權/息', { read: exEvent }),
    limit_up: column('漲停價格', unlimited),
    limit_down: column('跌停價格', unlimited),
    opening_reference_price: '開盤競價基準',
    dividend_reference_price: '減除股利參考價',
    cash_dividend: null,
    stock_dividend_per_1000: null,
    rights_issue_shares: null,
    rights_issue_price: null,
    rights_issue_per_1000: null,
  },
  {
    ignore: ['詳細資料', '最近一次申報資料 季別/日期', '最近一次申報每股 (單位)淨值', '最近一次申報每股 (單位)盈餘'],
  },
)

export const twt49u = twse(results, {
  endpoint: 'TWT49U',
  span: 'range',
  longest: 366,
  since: '2003-05-05',
  request: ({ from, to }) => rwd('exRight/TWT49U', { startDate: compact(from), endDate: compact(to) }),
  parse: twseRangeRows(results),
  verified: 'twse/TWT49U_20240304_20240305.json',
})
