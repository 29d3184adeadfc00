import { optionTraders } from '../taifex/TaiwanOptionsLargeTraders.ts'
import { english } from '../taifex/vocabulary.ts'
import { ofTheDay, taifexList } from './response.ts'

const traders = optionTraders(english)

export const largeTradersOptions = taifexList(traders, 'OpenInterestOfLargeTradersOptions', ofTheDay)
