import { TaiwanFuturesSettlement } from '../../catalogue/derivatives/TaiwanFuturesSettlement.ts'
import { futuresNamed } from './products.ts'
import { taifex } from './response.ts'
import { indexPage, indexRequest, stockPage, stockRequest } from './settlementPages.ts'

const product = { id: 'futures_id', label: 'futures_name', named: futuresNamed } as const
const indices = indexPage(TaiwanFuturesSettlement, product)
const stocks = stockPage(TaiwanFuturesSettlement, product)

/** Futures on indices, one month. */
export const futIndxFsp = taifex(indices.settlements, {
  endpoint: 'futIndxFSP',
  span: 'month',
  since: '1998-09-01',
  request: indexRequest('futIndxFSP'),
  parse: indices.parse,
})

/** Futures on stocks and funds, one month, with the value of a contract. */
export const ssfFsp = taifex(stocks.settlements, {
  endpoint: 'sSFFSP',
  span: 'month',
  since: '2010-01-01',
  request: stockRequest('sSFFSP'),
  parse: stocks.parse,
})
