import type { Feed } from '../feed.ts'
import { nightQuoteList, quoteList } from './TaiwanFutureOptionTickRealtime.ts'

/** What the information system of the futures exchange is asked. */
export const taifexMisFeeds: readonly Feed[] = [quoteList, nightQuoteList]
