import { TaiwanStockDisposition } from '../../catalogue/chips/TaiwanStockDisposition.ts'
import { matchInterval, measureIn, nameOnly, periodEnd, periodStart } from '../exchange/dispositions.ts'
import { get } from '../feed.ts'
import { column, constant } from '../mapping.ts'
import { openApiEvents } from '../openapi.ts'
import { whole } from '../rows.ts'
import { esbOpenApi, tpexOpenApi } from './response.ts'

const dispositions = whole(TaiwanStockDisposition, {
  stock_id: 'SecuritiesCompanyCode',
  stock_name: column('CompanyName', { read: nameOnly }),
  market: constant('TPEX'),
  announce_date: 'Date',
  disposition_count: null,
  condition: 'DispositionReasons',
  measure: column('DisposalCondition', { read: measureIn }),
  period_start_date: column('DispositionPeriod', { read: periodStart }),
  period_end_date: column('DispositionPeriod', { read: periodEnd }),
  match_interval_minutes: column('DisposalCondition', { read: matchInterval }),
  detail: 'DisposalCondition',
})

/** Dispositions in force. */
export const disposal = tpexOpenApi(dispositions, {
  endpoint: 'tpex_disposal_information',
  span: 'latest',
  request: () => get('/tpex_disposal_information'),
  parse: openApiEvents(dispositions),
})

const emerging = whole(
  TaiwanStockDisposition,
  {
    stock_id: '證券代號',
    stock_name: column('證券名稱', { read: nameOnly }),
    market: constant('ESB'),
    announce_date: '公布日期',
    disposition_count: null,
    condition: '處置原因',
    measure: column('處置內容', { read: measureIn }),
    period_start_date: column('處置起訖時間', { read: periodStart }),
    period_end_date: column('處置起訖時間', { read: periodEnd }),
    match_interval_minutes: column('處置內容', { read: matchInterval }),
    detail: '處置內容',
  },
  { ignore: ['編號', '累計', '收盤價'] },
)

/** Dispositions in force on the emerging board. */
export const esbDisposal = esbOpenApi(emerging, {
  endpoint: 'tpex_esb_disposal_information',
  span: 'latest',
  request: () => get('/tpex_esb_disposal_information'),
  parse: openApiEvents(emerging),
})
