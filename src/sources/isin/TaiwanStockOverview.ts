import { TaiwanStockOverview } from '../../catalogue/technical/TaiwanStockOverview.ts'
import { whole } from '../reading.ts'
import { onBoard, registered } from './registry.ts'
import { registryFeeds } from './response.ts'

/** All listed securities except warrants, without a distinction between issues of one code. */
const readingOf = ({ columns, options }: typeof onBoard | ReturnType<typeof registered>) =>
  whole(TaiwanStockOverview, columns, options)

export const registry = registryFeeds((market) => readingOf(registered(market)), readingOf(onBoard))
