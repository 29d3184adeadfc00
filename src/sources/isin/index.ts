import type { Feed } from '../feed.ts'
import { classMainDerivatives } from './TaiwanFutureOptionTickRealtime.ts'
import { classMain, classMainOtc, publicEsb } from './TaiwanStockOverview.ts'
import {
  classMain as withWarrants,
  publicEsb as withWarrantsEsb,
  classMainOtc as withWarrantsOtc,
} from './TaiwanStockOverviewIncludeWarrant.ts'

export const isinFeeds: readonly Feed[] = [
  classMain,
  classMainOtc,
  publicEsb,
  withWarrants,
  withWarrantsOtc,
  withWarrantsEsb,
  classMainDerivatives,
]
