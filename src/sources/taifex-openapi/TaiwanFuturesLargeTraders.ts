import { futuresTraders } from '../taifex/TaiwanFuturesLargeTraders.ts'
import { english } from '../taifex/vocabulary.ts'
import { ofTheDay, taifexList } from './response.ts'

const traders = futuresTraders(english)

export const largeTradersFutures = taifexList(traders, 'OpenInterestOfLargeTradersFutures', ofTheDay, {
  recorded: '.json',
})
