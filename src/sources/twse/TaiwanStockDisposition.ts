import { TaiwanStockDisposition } from '../../catalogue/chips/TaiwanStockDisposition.ts'
import { matchInterval, overlapping, periodEnd, periodStart } from '../exchange/dispositions.ts'
import { column, constant, whole } from '../reading.ts'
import { twseList, twseRangeFeed } from './response.ts'

const dispositions = whole(
  TaiwanStockDisposition,
  {
    stock_id: '證券代號',
    stock_name: '證券名稱',
    market: constant('TWSE'),
    announce_date: '公布日期',
    disposition_count: '累計',
    condition: '處置條件',
    measure: '處置措施',
    period_start_date: column('處置起迄時間', { read: periodStart }),
    period_end_date: column('處置起迄時間', { read: periodEnd }),
    match_interval_minutes: column('處置內容', { read: matchInterval }),
    detail: '處置內容',
  },
  { ignore: ['編號', '備註'] },
)

export const punish = twseRangeFeed(dispositions, 'announcement/punish', {
  longest: 31,
  since: '2001-01-01',
  parse: twseList(overlapping(dispositions)),
})
