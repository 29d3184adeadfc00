import { tpexInstitutions } from '../exchange/tpexInstitutions.ts'
import { tpexDayFeed } from './response.ts'

const totals = tpexInstitutions({
  label: '單位名稱',
  buy: '買進金額(元)',
  sell: '賣出金額(元)',
  net: '買賣超(元)',
})

export const instiSummary = tpexDayFeed(totals, 'insti/summary', {
  query: { type: 'Daily' },
  since: '2017-01-03',
  recording: 'tpex/insti_summary_20230130.json',
})
