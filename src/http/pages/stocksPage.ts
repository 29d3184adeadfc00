import { integer, line, oneOf } from '../../fields.ts'
import { findStocks, stockOrders, stocksPerPage } from '../../web/stockList.ts'
import { stocksView } from '../../web/views/stocks.ts'
import { faultOf } from '../request/query.ts'
import { orBlank, page } from './page.ts'
import { securitiesOf } from './securities.ts'

/** The securities by code, name, market and industry. */
export const stocksPage = page('/stocks', {
  query: {
    q: orBlank(line('Code or name', '代號或名稱', { min: 0, max: 100 })),
    market: orBlank(oneOf(['TWSE', 'TPEX', 'ESB'], 'Market', '市場')),
    type: orBlank(oneOf(['stock', 'etf', 'etn', 'tdr', 'preferred', 'reit', 'other'], 'Kind', '類別')),
    industry: orBlank(line('Industry code', '產業別代碼', { min: 2, max: 2, pattern: /^\d\d$/ })),
    sort: orBlank(oneOf(stockOrders, 'Order', '排序')),
    page: orBlank(integer('Page', '頁次', { min: 1, max: 1_000 })),
  },
  async load({ query, services }, { language }) {
    const { listed, overview, prices } = await securitiesOf(services, language)
    const { q, market, type, industry, sort, page: number } = query
    const choice = { q, market, type, industry, sort, page: number }
    const last = Math.max(1, Math.ceil(findStocks(listed, choice).length / stocksPerPage))
    if (number !== undefined && number > last)
      throw faultOf('page', { en: `must be at most ${last}`, zh: `不得大於 ${last}` })
    return { listed, overview, prices, choice, day: services.manifest()!.through }
  },
  view: stocksView,
})
