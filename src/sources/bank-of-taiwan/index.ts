import type { Feed } from '../feed.ts'
import { dayRates } from './ExchangeRate.ts'

/** What the Bank of Taiwan is asked. */
export const bankOfTaiwanFeeds: readonly Feed[] = [dayRates]
