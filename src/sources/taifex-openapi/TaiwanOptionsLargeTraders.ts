import { optionTraders } from '../taifex/TaiwanOptionsLargeTraders.ts'
import { english } from '../taifex/vocabulary.ts'
import { list, listRows, ofTheDay, taifexOpenApi } from './response.ts'

const traders = optionTraders(english)

export const largeTradersOptions = taifexOpenApi(traders, {
  endpoint: 'OpenInterestOfLargeTradersOptions',
  span: 'latest',
  request: list('OpenInterestOfLargeTradersOptions'),
  parse: listRows(traders, ofTheDay),
})
