import type { Feed } from '../feed.ts'
import { goldAm, goldPm } from './GoldPrice.ts'

/** What the London Bullion Market Association is asked. */
export const lbmaFeeds: readonly Feed[] = [goldAm, goldPm]
