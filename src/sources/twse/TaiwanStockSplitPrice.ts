import { TaiwanStockSplitPrice } from '../../catalogue/fundamentals/TaiwanStockSplitPrice.ts'
import { unlimited } from '../exchange/securities.ts'
import { splitRatio } from '../exchange/splits.ts'
import { column, combined, constant, whole } from '../reading.ts'
import { twseRangeFeed } from './response.ts'

const kinds: Readonly<Record<string, 'split' | 'reverse_split'>> = { 分割: 'split', 反分割: 'reverse_split' }
const kindOf = (text: string) => kinds[text.trim()]

const splits = whole(
  TaiwanStockSplitPrice,
  {
    stock_id: column('ETF代號', { also: ['證券代號'] }),
    resumption_date: '恢復買賣日期',
    stock_name: '名稱',
    market: constant('TWSE'),
    split_type: column('分割(反分割)', { read: kindOf }),
    close_before: '停止買賣前收盤價格',
    reference_price: '恢復買賣參考價',
    limit_up: column('漲停價格', unlimited),
    limit_down: column('跌停價格', unlimited),
    opening_reference_price: '開盤競價基準',
    split_ratio: combined(['分割(反分割)', '停止買賣前收盤價格', '恢復買賣參考價'], (kind, before, after) =>
      splitRatio(kindOf(kind), before, after),
    ),
  },
  { ignore: ['詳細資料'] },
)

export const twtcau = twseRangeFeed(splits, 'split/TWTCAU', { longest: 366, since: '2014-01-01' })
