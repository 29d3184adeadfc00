import type { Feed } from '../feed.ts'
import { businessIndicators } from './TaiwanMonthlyEconomicIndicator.ts'

/** What the National Development Council is asked. */
export const ndcFeeds: readonly Feed[] = [businessIndicators]
