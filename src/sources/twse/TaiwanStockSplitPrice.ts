import { TaiwanStockSplitPrice } from '../../catalogue/fundamentals/TaiwanStockSplitPrice.ts'
import { resumption } from '../exchange/resumptions.ts'
import { splitRatio } from '../exchange/splits.ts'
import { column, combined, whole } from '../reading.ts'
import { twseRangeFeed } from './response.ts'

const kinds: Readonly<Record<string, 'split' | 'reverse_split'>> = { 分割: 'split', 反分割: 'reverse_split' }
const kindOf = (text: string) => kinds[text.trim()]

const splits = whole(
  TaiwanStockSplitPrice,
  {
    stock_id: column('ETF代號', { also: ['證券代號'] }),
    ...resumption('TWSE'),
    stock_name: '名稱',
    split_type: column('分割(反分割)', { read: kindOf }),
    split_ratio: combined(['分割(反分割)', '停止買賣前收盤價格', '恢復買賣參考價'], (kind, before, after) =>
      splitRatio(kindOf(kind), before, after),
    ),
  },
  { ignore: ['詳細資料'] },
)

export const twtcau = twseRangeFeed(splits, 'split/TWTCAU', { wholeByDate: true, longest: 366, since: '2014-01-01' })
