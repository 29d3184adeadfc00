import type { Feed } from '../feed.ts'
import { businessIndicators } from './TaiwanMonthlyEconomicIndicator.ts'

export const ndcFeeds: readonly Feed[] = [businessIndicators]
