import { TaiwanStockCapitalReductionReferencePrice } from '../../catalogue/fundamentals/TaiwanStockCapitalReductionReferencePrice.ts'
import { compact } from '../dates.ts'
import { unlimited } from '../exchange/securities.ts'
import { column, constant } from '../mapping.ts'
import { whole } from '../rows.ts'
import { rwd, twse, twseRangeRows } from './answer.ts'

const reductions = whole(
  TaiwanStockCapitalReductionReferencePrice,
  {
    stock_id: '股票代號',
    resumption_date: '恢復買賣日期',
    stock_name: '名稱',
    market: constant('TWSE'),
    halt_date: null,
    close_before: '停止買賣前收盤價格',
    reference_price: '恢復買賣參考價',
    limit_up: column('漲停價格', unlimited),
    limit_down: column('跌停價格', unlimited),
    opening_reference_price: '開盤競價基準',
    exright_reference_price: '除權參考價',
    reason: '減資原因',
    shares_per_1000: null,
    refund_per_share: null,
  },
  { ignore: ['詳細資料'] },
)

/** The path is spelled like that. */
export const twtauu = twse(reductions, {
  endpoint: 'TWTAUU',
  span: 'range',
  longest: 366,
  since: '2011-01-01',
  request: ({ from, to }) => rwd('reducation/TWTAUU', { startDate: compact(from), endDate: compact(to) }),
  parse: twseRangeRows(reductions),
  verified: 'twse/TWTAUU_20240101_20240628.json',
})
