import { TaiwanOptionsSettlement } from '../../catalogue/derivatives/TaiwanOptionsSettlement.ts'
import { optionNamed } from './products.ts'
import { taifex } from './response.ts'
import { indexPage, indexRequest, stockPage, stockRequest } from './settlementPages.ts'

const product = { id: 'option_id', label: 'option_name', named: optionNamed } as const
const indices = indexPage(TaiwanOptionsSettlement, product)
const stocks = stockPage(TaiwanOptionsSettlement, product)

/** Options on indices, one month. */
export const optIndxFsp = taifex(indices.settlements, {
  endpoint: 'optIndxFSP',
  span: 'month',
  since: '2001-12-01',
  request: indexRequest('optIndxFSP'),
  parse: indices.parse,
})

/** Options on stocks and funds, one month, with the value of a contract. */
export const ssoFsp = taifex(stocks.settlements, {
  endpoint: 'sSOFSP',
  span: 'month',
  since: '2003-01-01',
  request: stockRequest('sSOFSP'),
  parse: stocks.parse,
})
