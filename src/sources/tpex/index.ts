import type { Feed } from '../feed.ts'
import { dailyQuotes } from './TaiwanStockPrice.ts'

/** What the web site of the Taipei Exchange is asked. */
export const tpexFeeds: readonly Feed[] = [dailyQuotes]
