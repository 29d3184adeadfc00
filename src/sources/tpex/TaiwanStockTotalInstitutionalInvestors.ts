import { TaiwanStockTotalInstitutionalInvestors } from '../../catalogue/chips/TaiwanStockTotalInstitutionalInvestors.ts'
import { slashed } from '../dates.ts'
import { tpexInstitutions } from '../exchange/tpexInstitutions.ts'
import { rowsOutcome } from '../outcome.ts'
import { tpex, tpexDay, www } from './response.ts'

const totals = tpexInstitutions(TaiwanStockTotalInstitutionalInvestors, {
  label: '單位名稱',
  buy: '買進金額(元)',
  sell: '賣出金額(元)',
  net: '買賣超(元)',
})

export const instiSummary = tpex(totals, {
  endpoint: 'summary',
  span: 'day',
  since: '2017-01-03',
  request: ({ from }) => www('insti/summary', { type: 'Daily', date: slashed(from) }),
  parse: tpexDay(({ tables }, request) => rowsOutcome(totals.read(tables, request))),
  verified: 'tpex/insti_summary_20230130.json',
})
