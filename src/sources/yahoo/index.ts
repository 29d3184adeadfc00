import type { Feed } from '../feed.ts'
import { chart } from './USStockPrice.ts'

/** What Yahoo Finance is asked. */
export const yahooFeeds: readonly Feed[] = [chart]
