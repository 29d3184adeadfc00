import type { Feed } from '../feed.ts'
import { od15 } from './TaiwanStockHoldingSharesPer.ts'

/** What the open data of the depository is asked. */
export const tdccFeeds: readonly Feed[] = [od15]
