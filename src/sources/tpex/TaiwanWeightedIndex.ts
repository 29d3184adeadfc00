import { TaiwanWeightedIndex } from '../../catalogue/technical/TaiwanWeightedIndex.ts'
import { constant, lots, part, theDay, thousands } from '../reading.ts'
import { tpexDayFeed, tpexMonthFeed, tpexTotals } from './response.ts'

const index = { stock_id: constant('TPEX') }

const prices = { open: '開市', high: '最高', low: '最低', close: '收市' }

const bars = part(TaiwanWeightedIndex, { ...index, trade_date: '日期', ...prices, spread: '漲/跌' })

/** The bars of a month. */
export const inx = tpexMonthFeed(bars, 'indexInfo/inx', {
  importFor: 'days before 2007',
  role: 'part',
  since: '1999-01-05',
})

const totals = part(TaiwanWeightedIndex, {
  ...index,
  trade_date: '日期',
  close: '櫃買指數',
  spread: '漲/跌',
  volume: lots('成交張數', { also: ['成交股數(仟股)'] }),
  turnover: thousands('金額(仟元)'),
  trade_count: '筆數',
})

/** Trading of the market in a month, in thousands. */
export const tradingIndex = tpexMonthFeed(totals, 'afterTrading/tradingIndex', {
  importFor: 'days before 2007',
  role: 'part',
  since: '1999-01-05',
})

const bar = part(
  TaiwanWeightedIndex,
  { ...index, trade_date: theDay, ...prices, spread: '漲跌' },
  { leave: [['sector indices', '類股名稱', (name) => name.trim() !== '櫃買指數']] },
)

/** The bar of one day, from the table of the sectors. */
export const sectinx = tpexDayFeed(bar, 'indexInfo/sectinx', {
  role: 'part',
  since: '2007-01-02',
  recording: 'tpex/sectinx_20230130.json',
})

const statistics = part(
  TaiwanWeightedIndex,
  { ...index, trade_date: theDay, volume: '成交股數(股)', turnover: '成交金額(元)', trade_count: '成交筆數' },
  { leave: [['all securities', '成交統計', (name) => !name.trim().startsWith('股票合計')]] },
)

/** Trading in stocks, which the index counts. */
export const marketStats = tpexDayFeed(statistics, 'afterTrading/marketStats', {
  role: 'part',
  since: '2007-01-02',
  parse: tpexTotals(statistics),
  recording: 'tpex/marketStats_20230130.json',
})
