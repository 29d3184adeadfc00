import type { Feed } from '../feed.ts'
import { commodities } from './TaiwanFutureOptionDailyTotalOverview.ts'
import { nightQuoteList, quoteDetail, quoteList } from './TaiwanFutureOptionTickRealtime.ts'

/** What the information system of the futures exchange is asked. */
export const taifexMisFeeds: readonly Feed[] = [quoteList, nightQuoteList, quoteDetail, commodities]
