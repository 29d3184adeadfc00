import { TaiwanFutureOptionDailyTotalOverview } from '../../catalogue/derivatives/TaiwanFutureOptionDailyTotalOverview.ts'
import { dayNumber } from '../dates.ts'
import { postJson } from '../feed.ts'
import { column, fromRequest } from '../mapping.ts'
import { rowsOutcome } from '../outcome.ts'
import { part } from '../rows.ts'
import { tableOfObjects } from '../tables.ts'
import { inMarketData } from '../taifex/products.ts'
import { data, taifexMis } from './response.ts'

/** A number or letter behind the name tells a contract that was adjusted after a corporate action. */
const typeOf = (name: string): string | undefined =>
  /選擇權[A-Z\d]?$/.test(name) ? 'option' : /期貨[A-Z\d]?$/.test(name) ? 'futures' : undefined

const products = part(
  TaiwanFutureOptionDailyTotalOverview,
  {
    trade_date: fromRequest(({ to }) => dayNumber(to)),
    product_id: column('CID', { read: inMarketData }),
    product_type: column('DispCName', { read: typeOf }),
    product_name: 'DispCName',
    product_category: column('SpotID', { read: (code) => (code.startsWith('00') ? 'etf' : 'stock') }),
    underlying_stock_id: 'SpotID',
  },
  { ignore: ['DispEName'], leave: [['products about no stock', 'SpotID', (code) => code.trim() === '']] },
)

/** Stock products by their name, and what they are about, as far as it is in force today. */
export const commodities = taifexMis(products, {
  endpoint: 'getCmdyDDLItemByKind',
  role: 'part',
  span: 'latest',
  request: () => postJson('/getCmdyDDLItemByKind', {}),
  parse: (bytes, request) => rowsOutcome(products.read([tableOfObjects(data(bytes).Items)], request)),
  verified: 'mis-taifex/getCmdyDDLItemByKind_all.json',
})
