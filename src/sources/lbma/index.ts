import { goldAm, goldPm } from './GoldPrice.ts'

export const lbmaFeeds = [goldAm, goldPm]
