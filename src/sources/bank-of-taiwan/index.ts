import type { Feed } from '../feed.ts'
import { dayRates } from './ExchangeRate.ts'

export const bankOfTaiwanFeeds: readonly Feed[] = [dayRates]
