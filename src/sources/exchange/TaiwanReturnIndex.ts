import { TaiwanReturnIndex } from '../../catalogue/technical/TaiwanReturnIndex.ts'
import { changed } from '../outcome.ts'
import { constant, part, type Reading, readBy, theDay, whole } from '../reading.ts'
import type { Table } from '../tables.ts'
import { tpexOpenApi, twseOpenApi } from './openApi.ts'
import { tpexDayFeed } from './tpex.ts'
import { twseDayFeed, twseMonthFeed } from './twse.ts'

/** The total-return index, a month of it. */
const month = whole(TaiwanReturnIndex, {
  stock_id: constant('TAIEX'),
  trade_date: '日期',
  return_index: '發行量加權股價報酬指數',
  price_index: null,
})

/** Rounded to whole points, so it can only refute a value. */
const rounded = part(TaiwanReturnIndex, {
  stock_id: constant('TAIEX'),
  trade_date: 'Date',
  return_index: 'TAIEXTotalReturnIndex',
})

const otcMonth = whole(TaiwanReturnIndex, {
  stock_id: constant('TPEX'),
  trade_date: 'Date',
  return_index: 'TPExTotalReturnIndex',
  price_index: 'TPExIndex',
})

/** An index: its name, the titles above names and values, and those of columns that are not read. */
type Index = Readonly<Record<'name' | 'title' | 'value', string>> & { readonly ignore: readonly string[] }

/** Both indices of a day, each in a table of its own. */
function bothIndices(
  id: 'TAIEX' | 'TPEX',
  [total, price]: readonly [Index, Index],
  isTotals: (table: Table) => boolean,
  isPrices: (table: Table) => boolean,
): Reading {
  const indexNamed = (column: 'return_index' | 'price_index', { title, value, ignore, name }: Index) =>
    part(
      TaiwanReturnIndex,
      { stock_id: constant(id), trade_date: theDay, [column]: value },
      { ignore, leave: [['other indices', title, (written) => written.trim() !== name]] },
    )
  const [totals, prices] = [indexNamed('return_index', total), indexNamed('price_index', price)]
  return readBy(
    TaiwanReturnIndex,
    (tables, request) => {
      const returns = totals.read(tables.filter(isTotals), request)
      const beside = prices.read(tables.filter(isPrices), request)
      if (returns.rows.length !== 1 || beside.rows.length !== 1) throw changed(`no row ${total.name}`)
      const unread = [...returns.unread, ...beside.unread]
      return { ...returns, rows: [{ ...returns.rows[0]!, ...beside.rows[0]! }], unread }
    },
    { layouts: [...prices.layouts, ...totals.layouts] },
  )
}

const listed = { value: '收盤指數', ignore: ['漲跌(+/-)', '漲跌點數', '漲跌百分比(%)', '特殊處理註記'] }
const listedBoth = bothIndices(
  'TAIEX',
  [
    { ...listed, title: '報酬指數', name: '發行量加權股價報酬指數' },
    { ...listed, title: '指數', name: '發行量加權股價指數' },
  ],
  ({ title }) => title.includes('報酬指數(臺灣證券交易所)'),
  ({ title }) => title.includes('價格指數(臺灣證券交易所)'),
)

/** Both have one name, and the titles of their tables say which is which. */
const otc = {
  ...{ title: '指數', value: '收市指數', name: '櫃買指數' },
  ignore: ['漲跌', '漲跌幅度(%)', '大盤資訊連結'],
}
const otcBoth = bothIndices(
  'TPEX',
  [otc, otc],
  ({ title }) => title.includes('報酬'),
  ({ title }) => !title.includes('報酬'),
)

export const returnIndices = [
  twseOpenApi.daily(rounded, '/indicesReport/MFI94U', {
    role: 'witness',
    nearest: { return_index: 10_000 },
    recorded: '.json',
  }),
  // They come with the prices of a day.
  twseDayFeed(listedBoth, 'afterTrading/MI_INDEX', {
    query: { type: 'ALLBUT0999' },
    since: '2004-02-11',
    recording: 'twse/MI_INDEX_ALLBUT0999_20230130.json',
  }),
  twseMonthFeed(month, 'TAIEX/MFI94U', { importFor: 'days before 2004-02-11', since: '2003-01-02' }),
  tpexOpenApi.daily(otcMonth, '/tpex_reward_index'),
  tpexDayFeed(otcBoth, 'afterTrading/indexSummary', { since: '2016-01-04' }),
]
