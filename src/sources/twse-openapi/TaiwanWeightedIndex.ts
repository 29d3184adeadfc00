import { TaiwanWeightedIndex } from '../../catalogue/technical/TaiwanWeightedIndex.ts'
import { constant, part } from '../reading.ts'
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
export const mi5MinsHist = twseOpenApi.daily(bars, '/indicesReport/MI_5MINS_HIST', {
  role: 'part',
  recorded: '.json',
})

const totals = part(TaiwanWeightedIndex, {
  ...taiex,
  close: 'TAIEX',
  spread: 'Change',
  volume: 'TradeVolume',
  turnover: 'TradeValue',
  trade_count: 'Transaction',
})

/** Trading of the market this month. */
export const fmtqik = twseOpenApi.daily(totals, '/exchangeReport/FMTQIK', {
  role: 'part',
  recorded: '.json',
})
