import { TaiwanStockChangeFaceReference } from '../../catalogue/fundamentals/TaiwanStockChangeFaceReference.ts'
import { dayFrom } from '../dates.ts'
import { resumption } from '../exchange/resumptions.ts'
import { quotient, scaled } from '../numbers.ts'
import { column, combined, lacking, whole } from '../reading.ts'
import { twseRangeFeed } from './response.ts'

/** The two prices, as the ratio itself is not published. */
const ratioOf = (before: string, after: string): number | null | undefined => {
  const [close, reference] = [scaled(before, 4), scaled(after, 4)]
  if (close === undefined || reference === undefined) return undefined
  return close === null || reference === null ? null : quotient(close, reference, 6)
}

/** Code, first day of the halt, day of the resumption; blank where nothing is published. */
const haltOf = (text: string): number | null | undefined =>
  text.trim() === '' ? null : (dayFrom(text.split(',')[1] ?? '') ?? undefined)

const changes = whole(TaiwanStockChangeFaceReference, {
  stock_id: '股票代號',
  ...resumption('TWSE'),
  stock_name: '名稱',
  halt_date: column('詳細資料', { read: haltOf }),
  ...lacking('par_value_before', 'par_value_after'),
  exchange_ratio: combined(['停止買賣前收盤價格', '恢復買賣參考價'], ratioOf),
})

export const twtb8u = twseRangeFeed(changes, 'change/TWTB8U', {
  wholeByDate: true,
  longest: 3660,
  since: '2020-01-01',
  recording: 'twse/TWTB8U_20210101_20230101.json',
})
