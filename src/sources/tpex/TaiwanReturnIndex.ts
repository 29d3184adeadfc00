import { TaiwanReturnIndex } from '../../catalogue/technical/TaiwanReturnIndex.ts'
import { changed } from '../outcome.ts'
import { constant, part, readBy, theDay } from '../reading.ts'
import { tpexDayFeed } from './response.ts'

const options = {
  ignore: ['漲跌', '漲跌幅度(%)', '大盤資訊連結'],
  leave: [['other indices', '指數', (name: string) => name.trim() !== '櫃買指數']],
} as const
const shared = { stock_id: constant('TPEX'), trade_date: theDay }
const total = part(TaiwanReturnIndex, { ...shared, return_index: '收市指數' }, options)
const price = part(TaiwanReturnIndex, { ...shared, price_index: '收市指數' }, options)

const layouts = [...price.layouts, ...total.layouts]
/** Both indices have one name, and stand in two tables that say which is which. */
const both = readBy(
  TaiwanReturnIndex,
  (tables, request) => {
    const returns = tables.filter(({ title }) => title.includes('報酬'))
    const prices = tables.filter(({ title }) => !title.includes('報酬'))
    if (returns.length === 0) throw changed('no table of total-return indices')
    const [totals, beside] = [total.read(returns, request), price.read(prices, request)]
    if (totals.rows.length !== 1 || beside.rows.length !== 1) throw changed('no row 櫃買指數')
    const unread = [...totals.unread, ...beside.unread]
    return { ...totals, rows: [{ ...totals.rows[0]!, ...beside.rows[0]! }], unread }
  },
  { layouts },
)

export const indexSummary = tpexDayFeed(both, 'afterTrading/indexSummary', { since: '2016-01-04' })
