import { TaiwanStockCapitalReductionReferencePrice } from '../../catalogue/fundamentals/TaiwanStockCapitalReductionReferencePrice.ts'
import { dayFrom } from '../dates.ts'
import { unlimited } from '../exchange/securities.ts'
import { scaled } from '../numbers.ts'
import { column, constant, whole } from '../reading.ts'
import { detail } from './details.ts'
import { tpexRangeFeed } from './response.ts'

const inDetail = detail('詳細資料')

const reductions = whole(TaiwanStockCapitalReductionReferencePrice, {
  stock_id: '股票代號',
  resumption_date: '恢復買賣日期',
  stock_name: '名稱',
  market: constant('TPEX'),
  halt_date: inDetail('停止買賣日期', dayFrom),
  close_before: '最後交易日之收盤價格',
  reference_price: '減資恢復買賣開始日參考價格',
  limit_up: column('漲停價格', unlimited),
  limit_down: column('跌停價格', unlimited),
  opening_reference_price: '開始交易基準價',
  // Only where new shares are sold at the same time.
  exright_reference_price: column('除權參考價', { none: ['0.00', '0'] }),
  reason: '減資原因',
  shares_per_1000: inDetail('每壹仟股換發新股票', (text) => scaled(text.replace(/股$/, ''), 6, true)),
  refund_per_share: inDetail('每股退還股款', (text) => scaled(text.replace(/元\/股$/, ''), 6, true)),
})

export const revivt = tpexRangeFeed(reductions, 'bulletin/revivt', {
  longest: 366,
  since: '2013-01-02',
  recording: 'tpex/revivt_20240101_20240701.json',
})
