import { futuresTraders } from '../taifex/TaiwanFuturesLargeTraders.ts'
import { english } from '../taifex/vocabulary.ts'
import { list, listRows, ofTheDay, taifexOpenApi } from './response.ts'

const traders = futuresTraders(english)

export const largeTradersFutures = taifexOpenApi(traders, {
  endpoint: 'OpenInterestOfLargeTradersFutures',
  span: 'latest',
  request: list('OpenInterestOfLargeTradersFutures'),
  parse: listRows(traders, ofTheDay),
  verified: 'taifex-openapi/OpenInterestOfLargeTradersFutures.json',
})
