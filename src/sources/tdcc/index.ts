import type { Feed } from '../feed.ts'
import { od15 } from './TaiwanStockHoldingSharesPer.ts'

export const tdccFeeds: readonly Feed[] = [od15]
