import { TaiwanStockChangeFaceReference } from '../../catalogue/fundamentals/TaiwanStockChangeFaceReference.ts'
import { dayFrom } from '../dates.ts'
import { resumption } from '../exchange/resumptions.ts'
import { scaled } from '../numbers.ts'
import { whole } from '../reading.ts'
import { detail } from './details.ts'
import { tpexRangeFeed } from './response.ts'

const inDetail = detail('詳細資料')

const changes = whole(TaiwanStockChangeFaceReference, {
  stock_id: '證券代號',
  ...resumption('TPEX'),
  stock_name: '證券名稱',
  halt_date: inDetail('停止買賣日期', dayFrom),
  par_value_before: inDetail('變更前股票面額', (text) => scaled(text, 4)),
  par_value_after: inDetail('變更後股票面額', (text) => scaled(text, 4)),
  exchange_ratio: inDetail('變更股票面額換股率', (text) => scaled(text, 6, true)),
})

export const pvChgRslt = tpexRangeFeed(changes, 'bulletin/pvChgRslt', {
  wholeByDate: true,
  longest: 3660,
  since: '2020-01-01',
  recording: 'tpex/pvChgRslt_20210101_20240101.json',
})
