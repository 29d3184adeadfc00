import type { Feed } from '../feed.ts'
import { nightQuoteList, quoteList } from './TaiwanFutureOptionTickRealtime.ts'

export const taifexMisFeeds: readonly Feed[] = [quoteList, nightQuoteList]
