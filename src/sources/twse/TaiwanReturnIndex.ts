import { TaiwanReturnIndex } from '../../catalogue/technical/TaiwanReturnIndex.ts'
import { changed } from '../outcome.ts'
import { constant, part, readBy, theDay, whole } from '../reading.ts'
import { twseDayFeed, twseMonthFeed } from './response.ts'

const month = whole(TaiwanReturnIndex, {
  stock_id: constant('TAIEX'),
  trade_date: '日期',
  return_index: '發行量加權股價報酬指數',
  price_index: null,
})

/** The total-return index, a month of it. */
export const mfi94u = twseMonthFeed(month, 'TAIEX/MFI94U', { importFor: 'days before 2004-02-11', since: '2003-01-02' })

const others = ['漲跌(+/-)', '漲跌點數', '漲跌百分比(%)', '特殊處理註記']
const indexNamed = (column: 'return_index' | 'price_index', title: string, named: string) =>
  part(
    TaiwanReturnIndex,
    { stock_id: constant('TAIEX'), trade_date: theDay, [column]: '收盤指數' },
    { ignore: others, leave: [['other indices', title, (name) => name.trim() !== named]] },
  )
const total = indexNamed('return_index', '報酬指數', '發行量加權股價報酬指數')
const price = indexNamed('price_index', '指數', '發行量加權股價指數')

const layouts = [...price.layouts, ...total.layouts]
const both = readBy(
  TaiwanReturnIndex,
  (tables, request) => {
    const at = (title: string) => tables.filter((table) => table.title.includes(title))
    const totals = total.read(at('報酬指數(臺灣證券交易所)'), request)
    const prices = price.read(at('價格指數(臺灣證券交易所)'), request)
    const [row, beside] = [totals.rows[0], prices.rows[0]]
    if (!row || !beside) throw changed('no row 發行量加權股價報酬指數')
    return { ...totals, rows: [{ ...row, ...beside }], unread: [...totals.unread, ...prices.unread] }
  },
  { layouts },
)

/** They come with the prices of a day. */
export const miIndex = twseDayFeed(both, 'afterTrading/MI_INDEX', {
  query: { type: 'ALLBUT0999' },
  since: '2004-02-11',
  recording: 'twse/MI_INDEX_ALLBUT0999_20230130.json',
})
