import { chart } from './USStockPrice.ts'

export const yahooFeeds = [chart]
