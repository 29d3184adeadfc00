import { TaiwanStockDisposition } from '../../catalogue/chips/TaiwanStockDisposition.ts'
import { slashed } from '../dates.ts'
import { matchInterval, measureIn, nameOnly, overlapping, periodEnd, periodStart } from '../exchange/dispositions.ts'
import { column, constant } from '../mapping.ts'
import { rowsOutcome } from '../outcome.ts'
import { whole } from '../rows.ts'
import { tpex, tpexRange, www } from './response.ts'

const dispositions = whole(
  TaiwanStockDisposition,
  {
    stock_id: '證券代號',
    stock_name: column('證券名稱', { read: nameOnly }),
    market: constant('TPEX'),
    announce_date: '公布日期',
    disposition_count: '累計',
    condition: '處置原因',
    measure: column('處置內容', { read: measureIn }),
    period_start_date: column('處置起訖時間', { read: periodStart }),
    period_end_date: column('處置起訖時間', { read: periodEnd }),
    match_interval_minutes: column('處置內容', { read: matchInterval }),
    detail: '處置內容',
  },
  {
    ignore: ['編號', '收盤價', '本益比'],
    // A day without notices is one row that says so.
    leave: [['nothing to tell', '證券代號', (code) => code.trim() === '']],
  },
)

export const disposal = tpex(dispositions, {
  endpoint: 'disposal',
  span: 'range',
  longest: 31,
  since: '2015-01-05',
  request: ({ from, to }) => www('bulletin/disposal', { startDate: slashed(from), endDate: slashed(to) }),
  parse: tpexRange(({ tables }, request) => rowsOutcome(overlapping(dispositions.read(tables, request), request))),
})
