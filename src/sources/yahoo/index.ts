import type { Feed } from '../feed.ts'
import { chart } from './USStockPrice.ts'

export const yahooFeeds: readonly Feed[] = [chart]
