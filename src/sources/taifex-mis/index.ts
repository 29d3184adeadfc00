import { nightQuoteList, quoteList } from './TaiwanFutureOptionTickRealtime.ts'

export const taifexMisFeeds = [quoteList, nightQuoteList]
