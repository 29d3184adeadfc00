import { TaiwanWeightedIndex } from '../../catalogue/technical/TaiwanWeightedIndex.ts'
import { constant, inOpenApi, type Named, onSite, part, theDay } from '../reading.ts'
import { tpexOpenApi, twseOpenApi } from './openApi.ts'
import { tpexDayFeed, tpexMonthFeed, tpexTotals } from './tpex.ts'
import { twseMonthFeed } from './twse.ts'

const taiex = (named: Named) => ({ stock_id: constant('TAIEX'), trade_date: named('日期', 'Date') })

const bars = (named: Named) =>
  part(TaiwanWeightedIndex, {
    ...taiex(named),
    open: named('開盤指數', 'OpeningIndex'),
    high: named('最高指數', 'HighestIndex'),
    low: named('最低指數', 'LowestIndex'),
    close: named('收盤指數', 'ClosingIndex'),
  })

const totals = (named: Named) =>
  part(TaiwanWeightedIndex, {
    ...taiex(named),
    close: named('發行量加權股價指數', 'TAIEX'),
    spread: named('漲跌點數', 'Change'),
    volume: named('成交股數', 'TradeVolume'),
    turnover: named('成交金額', 'TradeValue'),
    trade_count: named('成交筆數', 'Transaction'),
  })

const index = { stock_id: constant('TPEX') }
const prices = (named: Named) => ({
  open: named('開市', 'Open'),
  high: named('最高', 'High'),
  low: named('最低', 'Low'),
  close: named('收市', 'Close'),
})

const otcBars = (named: Named) =>
  part(TaiwanWeightedIndex, {
    ...index,
    trade_date: named('日期', 'Date'),
    ...prices(named),
    spread: named('漲/跌', 'Change'),
  })

/** On the site, in thousands. */
const otcTotals = (named: Named, options: { readonly times?: number }) =>
  part(TaiwanWeightedIndex, {
    ...index,
    trade_date: named('日期', 'Date'),
    close: named('櫃買指數', 'TPExIndex'),
    spread: named('漲/跌', 'Change'),
    volume: named('成交張數', 'TradeVolume', { ...options, also: ['成交股數(仟股)'] }),
    turnover: named('金額(仟元)', 'TradeAmount', options),
    trade_count: named('筆數', 'NumberOfTransactions'),
  })

/** The bar of one day, from the table of the sectors. */
const bar = part(
  TaiwanWeightedIndex,
  { ...index, trade_date: theDay, ...prices(onSite), spread: '漲跌' },
  { leave: [['sector indices', '類股名稱', (name) => name.trim() !== '櫃買指數']] },
)

/** Trading in stocks, which the index counts. */
const statistics = part(
  TaiwanWeightedIndex,
  { ...index, trade_date: theDay, volume: '成交股數(股)', turnover: '成交金額(元)', trade_count: '成交筆數' },
  { leave: [['all securities', '成交統計', (name) => !name.trim().startsWith('股票合計')]] },
)

const latest = { role: 'part', recorded: '.json' } as const
const otcDay = { role: 'part', since: '2007-01-02' } as const
const otcMonth = { importFor: 'days before 2007', role: 'part', since: '1999-01-05' } as const

export const weightedIndices = [
  twseOpenApi.daily(bars(inOpenApi), '/indicesReport/MI_5MINS_HIST', latest),
  twseOpenApi.daily(totals(inOpenApi), '/exchangeReport/FMTQIK', latest),
  twseMonthFeed(bars(onSite), 'TAIEX/MI_5MINS_HIST', {
    role: 'part',
    since: '1999-01-05',
    recording: 'twse/MI_5MINS_HIST_202503.json',
  }),
  twseMonthFeed(totals(onSite), 'afterTrading/FMTQIK', {
    role: 'part',
    since: '1990-01-04',
    recording: 'twse/FMTQIK_202301.json',
  }),
  tpexOpenApi.daily(otcBars(inOpenApi), '/tpex_index', latest),
  tpexOpenApi.daily(otcTotals(inOpenApi, {}), '/tpex_daily_trading_index', latest),
  tpexDayFeed(bar, 'indexInfo/sectinx', { ...otcDay, recording: 'tpex/sectinx_20230130.json' }),
  tpexDayFeed(statistics, 'afterTrading/marketStats', {
    ...otcDay,
    parse: tpexTotals(statistics),
    recording: 'tpex/marketStats_20230130.json',
  }),
  tpexMonthFeed(otcBars(onSite), 'indexInfo/inx', otcMonth),
  tpexMonthFeed(otcTotals(onSite, { times: 1000 }), 'afterTrading/tradingIndex', otcMonth),
]
