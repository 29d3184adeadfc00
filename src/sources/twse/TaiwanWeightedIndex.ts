import { TaiwanWeightedIndex } from '../../catalogue/technical/TaiwanWeightedIndex.ts'
import { compact } from '../dates.ts'
import { coloured } from '../exchange/signs.ts'
import { combined, constant, theDay } from '../mapping.ts'
import { part } from '../rows.ts'
import { rwd, twse, twseDayRows, twseMonth } from './response.ts'

const taiex = { stock_id: constant('TAIEX') }

const bars = part(TaiwanWeightedIndex, {
  ...taiex,
  trade_date: '日期',
  open: '開盤指數',
  high: '最高指數',
  low: '最低指數',
  close: '收盤指數',
})

/** The bars of a month. */
export const mi5MinsHist = twse(bars, {
  endpoint: 'MI_5MINS_HIST',
  role: 'part',
  span: 'month',
  since: '1999-01-05',
  request: ({ from }) => rwd('TAIEX/MI_5MINS_HIST', { date: compact(from) }),
  parse: twseMonth(bars),
  verified: 'twse/MI_5MINS_HIST_202503.json',
})

const totals = part(TaiwanWeightedIndex, {
  ...taiex,
  trade_date: '日期',
  close: '發行量加權股價指數',
  spread: '漲跌點數',
  volume: '成交股數',
  turnover: '成交金額',
  trade_count: '成交筆數',
})

/** What the market traded, a month of it. */
export const fmtqik = twse(totals, {
  endpoint: 'FMTQIK',
  role: 'part',
  span: 'month',
  since: '1990-01-04',
  request: ({ from }) => rwd('afterTrading/FMTQIK', { date: compact(from) }),
  parse: twseMonth(totals),
  verified: 'twse/FMTQIK_202301.json',
})

const close = part(
  TaiwanWeightedIndex,
  { ...taiex, trade_date: theDay, close: '收盤指數', spread: combined(['漲跌(+/-)', '漲跌點數'], coloured) },
  {
    ignore: ['漲跌百分比(%)', '特殊處理註記'],
    leave: [['other indices', '指數', (name) => name.trim() !== '發行量加權股價指數']],
  },
)

/** Where the index closed; it comes with the prices of the day. */
export const miIndex = twse(close, {
  endpoint: 'MI_INDEX',
  role: 'part',
  span: 'day',
  since: '2004-02-11',
  request: ({ from }) => rwd('afterTrading/MI_INDEX', { date: compact(from), type: 'ALLBUT0999' }),
  parse: twseDayRows(close, (title) => /價格指數\(臺灣證券交易所\)/.test(title)),
  verified: 'twse/MI_INDEX_ALLBUT0999_20230130.json',
})

const statistics = part(
  TaiwanWeightedIndex,
  { ...taiex, trade_date: theDay, volume: '成交股數(股)', turnover: '成交金額(元)', trade_count: '成交筆數' },
  { leave: [['kinds of securities', '成交統計', (name) => !name.trim().startsWith('總計')]] },
)

/** What the market traded on one day, from the summary. */
export const miIndexSummary = twse(statistics, {
  endpoint: 'MI_INDEX_MS',
  role: 'part',
  span: 'day',
  since: '2004-02-11',
  request: ({ from }) => rwd('afterTrading/MI_INDEX', { date: compact(from), type: 'MS' }),
  parse: twseDayRows(statistics),
  verified: 'twse/MI_INDEX_MS_20230130.json',
})
