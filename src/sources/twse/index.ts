import type { Feed } from '../feed.ts'
import { miIndex } from './TaiwanStockPrice.ts'

/** What the web site of the Taiwan Stock Exchange is asked. */
export const twseFeeds: readonly Feed[] = [miIndex]
