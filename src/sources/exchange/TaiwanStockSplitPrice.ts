import { TaiwanStockSplitPrice } from '../../catalogue/fundamentals/TaiwanStockSplitPrice.ts'
import { quotient, scaled } from '../numbers.ts'
import { column, combined, constant, whole } from '../reading.ts'
import { resumption } from './securities.ts'
import { tpexRangeFeed } from './tpex.ts'
import { twseRangeFeed } from './twse.ts'

type Kind = 'split' | 'reverse_split'

/** The announced ratio: units after for one unit before, from the prices before and after. */
function splitRatio(kind: Kind | undefined, before: string, after: string): number | null | undefined {
  const [close, reference] = [scaled(before, 4), scaled(after, 4)]
  if (kind === undefined || close === undefined || reference === undefined) return undefined
  if (!close || !reference) return null
  if (kind === 'split') return quotient(close, reference, 0)! * 1_000_000
  return quotient(1, quotient(reference, close, 0)!, 6)
}

const kinds: Readonly<Record<string, Kind>> = { 分割: 'split', 反分割: 'reverse_split' }
const kindOf = (text: string) => kinds[text.trim()]

const listed = whole(
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

/** Splits and reverse splits come in two responses, which do not say which they are. */
const otc = (kind: Kind) =>
  whole(
    TaiwanStockSplitPrice,
    {
      stock_id: '證券代號',
      ...resumption('TPEX'),
      stock_name: '證券名稱',
      split_type: constant(kind),
      split_ratio: combined(['最後交易日之收盤價格', '恢復買賣開始參考價'], (before, after) =>
        splitRatio(kind, before, after),
      ),
    },
    { ignore: ['詳細資料'] },
  )

const otcDays = { longest: 3660, since: '2014-01-01' }

export const splits = [
  twseRangeFeed(listed, 'split/TWTCAU', { wholeByDate: true, longest: 366, since: '2014-01-01' }),
  tpexRangeFeed(otc('split'), 'bulletin/etfSplitRslt', otcDays),
  tpexRangeFeed(otc('reverse_split'), 'bulletin/etfRvsRslt', otcDays),
]
