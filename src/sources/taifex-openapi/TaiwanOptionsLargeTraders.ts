import { optionTraders } from '../taifex/TaiwanOptionsLargeTraders.ts'
import { english } from '../taifex/terms.ts'
import { list, listRows, ofTheDay, taifexOpenApi } from './answer.ts'

const traders = optionTraders(english)

export const largeTradersOptions = taifexOpenApi(traders, {
  endpoint: 'OpenInterestOfLargeTradersOptions',
  span: 'latest',
  request: list('OpenInterestOfLargeTradersOptions'),
  parse: listRows(traders, ofTheDay),
})
