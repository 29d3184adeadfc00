import { TaiwanWeightedIndex } from '../../catalogue/technical/TaiwanWeightedIndex.ts'
import { get } from '../feed.ts'
import { constant } from '../mapping.ts'
import { dated, openApiRows } from '../openapi.ts'
import { part } from '../rows.ts'
import { tpexOpenApi } from './response.ts'

const index = { stock_id: constant('TPEX'), trade_date: 'Date' }

const bars = part(TaiwanWeightedIndex, {
  ...index,
  open: 'Open',
  high: 'High',
  low: 'Low',
  close: 'Close',
  spread: 'Change',
})

/** The bars of this month. */
export const tpexIndex = tpexOpenApi(bars, {
  endpoint: 'tpex_index',
  role: 'part',
  span: 'latest',
  request: () => get('/tpex_index'),
  parse: openApiRows(bars, dated('trade_date')),
  verified: 'tpex-openapi/tpex_index.json',
})

const totals = part(TaiwanWeightedIndex, {
  ...index,
  close: 'TPExIndex',
  spread: 'Change',
  volume: 'TradeVolume',
  turnover: 'TradeAmount',
  trade_count: 'NumberOfTransactions',
})

/** What the market traded this month. */
export const tradingIndex = tpexOpenApi(totals, {
  endpoint: 'tpex_daily_trading_index',
  role: 'part',
  span: 'latest',
  request: () => get('/tpex_daily_trading_index'),
  parse: openApiRows(totals, dated('trade_date')),
  verified: 'tpex-openapi/tpex_daily_trading_index.json',
})
