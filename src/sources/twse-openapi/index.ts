import type { Feed } from '../feed.ts'
import { stockDayAll } from './TaiwanStockPrice.ts'

/** What the OpenAPI of the Taiwan Stock Exchange is asked. */
export const twseOpenApiFeeds: readonly Feed[] = [stockDayAll]
