import { TaiwanWeightedIndex } from '../../catalogue/technical/TaiwanWeightedIndex.ts'
import { constant, part } from '../reading.ts'
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
export const tpexIndex = tpexOpenApi.daily(bars, '/tpex_index', { role: 'part', recorded: '.json' })

const totals = part(TaiwanWeightedIndex, {
  ...index,
  close: 'TPExIndex',
  spread: 'Change',
  volume: 'TradeVolume',
  turnover: 'TradeAmount',
  trade_count: 'NumberOfTransactions',
})

/** Trading of the market this month. */
export const tradingIndex = tpexOpenApi.daily(totals, '/tpex_daily_trading_index', {
  role: 'part',
  recorded: '.json',
})
