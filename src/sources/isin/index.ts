import { classMainDerivatives } from './TaiwanFutureOptionTickRealtime.ts'
import { registry } from './TaiwanStockOverview.ts'
import { registry as withWarrants } from './TaiwanStockOverviewIncludeWarrant.ts'

export const isinFeeds = [...registry, ...withWarrants, classMainDerivatives]
