import { TaiwanStockSplitPrice } from '../../catalogue/fundamentals/TaiwanStockSplitPrice.ts'
import { resumption } from '../exchange/resumptions.ts'
import { splitRatio } from '../exchange/splits.ts'
import { combined, constant, whole } from '../reading.ts'
import { tpexRangeFeed } from './response.ts'

/** Splits and reverse splits come in two responses, which do not say which they are. */
const splits = (kind: 'split' | 'reverse_split', endpoint: string) => {
  const reading = whole(
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
  return tpexRangeFeed(reading, `bulletin/${endpoint}`, { longest: 3660, since: '2014-01-01' })
}

export const etfSplitRslt = splits('split', 'etfSplitRslt')
export const etfRvsRslt = splits('reverse_split', 'etfRvsRslt')
