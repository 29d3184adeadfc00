import { TaiwanStockCapitalReductionReferencePrice } from '../../catalogue/fundamentals/TaiwanStockCapitalReductionReferencePrice.ts'
import { dayFrom } from '../dates.ts'
import { resumption } from '../exchange/resumptions.ts'
import { scaled } from '../numbers.ts'
import { column, whole } from '../reading.ts'
import { detail } from './details.ts'
import { tpexRangeFeed } from './response.ts'

const inDetail = detail('詳細資料')

const reductions = whole(TaiwanStockCapitalReductionReferencePrice, {
  stock_id: '股票代號',
  ...resumption('TPEX', '減資恢復買賣開始日參考價格'),
  stock_name: '名稱',
  halt_date: inDetail('停止買賣日期', dayFrom),
  // Only where new shares are sold at the same time.
  exright_reference_price: column('除權參考價', { none: ['0.00', '0'] }),
  reason: '減資原因',
  shares_per_1000: inDetail('每壹仟股換發新股票', (text) => scaled(text.replace(/股$/, ''), 6, true)),
  refund_per_share: inDetail('每股退還股款', (text) => scaled(text.replace(/元\/股$/, ''), 6, true)),
})

export const revivt = tpexRangeFeed(reductions, 'bulletin/revivt', {
  wholeByDate: true,
  longest: 366,
  since: '2013-01-02',
  recording: 'tpex/revivt_20240101_20240701.json',
})
