import type { Feed } from '../feed.ts'
import { daily } from './USStockPrice.ts'

/** What Stooq is asked. */
export const stooqFeeds: readonly Feed[] = [daily]
