import { TaiwanWeightedIndex } from '../../catalogue/technical/TaiwanWeightedIndex.ts'
import { get } from '../feed.ts'
import { constant } from '../mapping.ts'
import { dated, openApiRows } from '../openapi.ts'
import { part } from '../rows.ts'
import { twseOpenApi } from './response.ts'

const taiex = { stock_id: constant('TAIEX'), trade_date: 'Date' }

const bars = part(TaiwanWeightedIndex, {
  ...taiex,
  open: 'OpeningIndex',
  high: 'HighestIndex',
  low: 'LowestIndex',
  close: 'ClosingIndex',
})

/** The bars of this month. */
export const mi5MinsHist = twseOpenApi(bars, {
  endpoint: 'MI_5MINS_HIST',
  role: 'part',
  span: 'latest',
  request: () => get('/indicesReport/MI_5MINS_HIST'),
  parse: openApiRows(bars, dated('trade_date')),
  verified: 'twse-openapi/indicesReport_MI_5MINS_HIST.json',
})

const totals = part(TaiwanWeightedIndex, {
  ...taiex,
  close: 'TAIEX',
  spread: 'Change',
  volume: 'TradeVolume',
  turnover: 'TradeValue',
  trade_count: 'Transaction',
})

/** What the market traded this month. */
export const fmtqik = twseOpenApi(totals, {
  endpoint: 'FMTQIK',
  role: 'part',
  span: 'latest',
  request: () => get('/exchangeReport/FMTQIK'),
  parse: openApiRows(totals, dated('trade_date')),
  verified: 'twse-openapi/exchangeReport_FMTQIK.json',
})
