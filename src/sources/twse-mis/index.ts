import { stockInfo } from './TaiwanWeightedIndex.ts'

export const twseMisFeeds = [stockInfo]
