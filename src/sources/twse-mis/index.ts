import type { Feed } from '../feed.ts'
import { stockInfo } from './TaiwanWeightedIndex.ts'

export const twseMisFeeds: readonly Feed[] = [stockInfo]
