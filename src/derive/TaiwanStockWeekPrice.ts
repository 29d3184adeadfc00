import { TaiwanStockWeekPrice } from '../catalogue/technical/TaiwanStockWeekPrice.ts'
import { barsOf } from './bars.ts'

export const weekPrice = barsOf(TaiwanStockWeekPrice, 'week', '%G-W%V')
