import type { Feed } from '../feed.ts'
import { goldAm, goldPm } from './GoldPrice.ts'

export const lbmaFeeds: readonly Feed[] = [goldAm, goldPm]
