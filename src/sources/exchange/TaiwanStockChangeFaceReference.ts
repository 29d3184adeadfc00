import { TaiwanStockChangeFaceReference } from '../../catalogue/fundamentals/TaiwanStockChangeFaceReference.ts'
import { dayFrom } from '../dates.ts'
import { quotient, scaled } from '../numbers.ts'
import { column, combined, lacking, whole } from '../reading.ts'
import { resumption } from './securities.ts'
import { inDetail, tpexRangeFeed } from './tpex.ts'
import { twseRangeFeed } from './twse.ts'

/** The two prices, as the ratio itself is not published. */
const ratioOf = (before: string, after: string): number | null | undefined => {
  const [close, reference] = [scaled(before, 4), scaled(after, 4)]
  if (close === undefined || reference === undefined) return undefined
  return close === null || reference === null ? null : quotient(close, reference, 6)
}

/** Code, first day of the halt, day of the resumption; blank where nothing is published. */
const haltOf = (text: string): number | null | undefined =>
  text.trim() === '' ? null : (dayFrom(text.split(',')[1] ?? '') ?? undefined)

const listed = whole(TaiwanStockChangeFaceReference, {
  stock_id: '股票代號',
  ...resumption('TWSE'),
  stock_name: '名稱',
  halt_date: column('詳細資料', { read: haltOf }),
  ...lacking('par_value_before', 'par_value_after'),
  exchange_ratio: combined(['停止買賣前收盤價格', '恢復買賣參考價'], ratioOf),
})

const otc = whole(TaiwanStockChangeFaceReference, {
  stock_id: '證券代號',
  ...resumption('TPEX'),
  stock_name: '證券名稱',
  halt_date: inDetail('停止買賣日期', dayFrom),
  par_value_before: inDetail('變更前股票面額', (text) => scaled(text, 4)),
  par_value_after: inDetail('變更後股票面額', (text) => scaled(text, 4)),
  exchange_ratio: inDetail('變更股票面額換股率', (text) => scaled(text, 6, true)),
})

/** Few shares change, so ten years are one response. */
const days = { wholeByDate: true, longest: 3660, since: '2020-01-01' }

export const changesOfFace = [
  twseRangeFeed(listed, 'change/TWTB8U', { ...days, recording: 'twse/TWTB8U_20210101_20230101.json' }),
  tpexRangeFeed(otc, 'bulletin/pvChgRslt', { ...days, recording: 'tpex/pvChgRslt_20210101_20240101.json' }),
]
