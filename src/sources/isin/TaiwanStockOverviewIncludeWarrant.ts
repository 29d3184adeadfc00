import { TaiwanStockOverviewIncludeWarrant } from '../../catalogue/technical/TaiwanStockOverviewIncludeWarrant.ts'
import { noWarrant } from '../exchange/TaiwanStockOverviewIncludeWarrant.ts'
import type { Market } from '../feed.ts'
import { combined, whole } from '../reading.ts'
import { exerciseStyle, isWarrantType, onBoard, registered, warrantType } from './registry.ts'
import { registryFeeds } from './response.ts'

/** The classification of a warrant gives its type; its terms are published elsewhere. */
const withWarrants = (market: Market) => {
  const { columns, options } = registered(market)
  return whole(
    TaiwanStockOverviewIncludeWarrant,
    {
      ...columns,
      ...noWarrant,
      warrant_type: combined(['有價證券別', '有價證券名稱', 'CFICode'], (type, name, cfi) =>
        isWarrantType(type) ? warrantType(name, cfi.trim()) : null,
      ),
      exercise_style: combined(['有價證券別', 'CFICode'], (type, cfi) =>
        isWarrantType(type) ? exerciseStyle(cfi.trim()) : null,
      ),
    },
    { ignore: options.ignore },
  )
}
const emerging = whole(TaiwanStockOverviewIncludeWarrant, { ...onBoard.columns, ...noWarrant }, onBoard.options)

/** Only the registry has every security and separates issues of one code. */
export const registry = registryFeeds(withWarrants, emerging, 'first')
