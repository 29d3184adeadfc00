import type { Feed } from '../feed.ts'
import { stockInfo } from './TaiwanWeightedIndex.ts'

/** What the market information system of the Taiwan Stock Exchange is asked. */
export const twseMisFeeds: readonly Feed[] = [stockInfo]
