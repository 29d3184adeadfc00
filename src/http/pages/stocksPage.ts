import { integer, line, oneOf } from '../../fields.ts'
import { notReady } from '../../query/answer.ts'
import { findStocks, stockOrders, stocksPerPage } from '../../web/stockList.ts'
import { stocksView } from '../../web/views/stocks.ts'
import { wordsOf } from '../../web/words/words.ts'
import { string } from '../openapi/schema.ts'
import { faultOf } from '../request/query.ts'
import { route } from '../route.ts'
import { chosenLanguage, pageLanguage } from './language.ts'
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

/** The answers of the list, by the securities in it. */
const entries = new WeakMap<object, object>()

/** The list that the page narrows while a reader types. */
export const stockEntries = route('GET /stocks.json', 'stockEntries', {
  tag: 'service',
  about: { en: 'The list in which a page searches for securities.', zh: '網頁搜尋證券所用的清單。' },
  auth: 'open',
  cost: 'request',
  query: { lang: pageLanguage },
  responses: { 200: { schema: string() } },
  fails: ['not_ready'],
  async handle({ query, visitor, language: preferred }, services) {
    if (!services.manifest()) throw notReady()
    const language = chosenLanguage(query.lang, visitor.cookie, preferred)
    const { listed } = await securitiesOf(services, language)
    const body = entries.get(listed) ?? { labels: wordsOf(language).stocks.table, listed }
    entries.set(listed, body)
    return { body, isKept: true }
  },
})
