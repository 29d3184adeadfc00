import { TaiwanWeightedIndex } from '../../catalogue/technical/TaiwanWeightedIndex.ts'
import { constant, part } from '../reading.ts'
import { twseMonthFeed } from './response.ts'

const taiex = { stock_id: constant('TAIEX'), trade_date: '日期' }

const bars = part(TaiwanWeightedIndex, {
  ...taiex,
  open: '開盤指數',
  high: '最高指數',
  low: '最低指數',
  close: '收盤指數',
})

/** The bars of a month. */
export const mi5MinsHist = twseMonthFeed(bars, 'TAIEX/MI_5MINS_HIST', {
  role: 'part',
  since: '1999-01-05',
  recording: 'twse/MI_5MINS_HIST_202503.json',
})

const totals = part(TaiwanWeightedIndex, {
  ...taiex,
  close: '發行量加權股價指數',
  spread: '漲跌點數',
  volume: '成交股數',
  turnover: '成交金額',
  trade_count: '成交筆數',
})

/** Trading of the market in a month. */
export const fmtqik = twseMonthFeed(totals, 'afterTrading/FMTQIK', {
  role: 'part',
  since: '1990-01-04',
  recording: 'twse/FMTQIK_202301.json',
})
