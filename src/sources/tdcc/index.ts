import { od15 } from './TaiwanStockHoldingSharesPer.ts'

export const tdccFeeds = [od15]
