import { businessIndicators } from './TaiwanMonthlyEconomicIndicator.ts'

export const ndcFeeds = [businessIndicators]
