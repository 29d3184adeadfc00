import { TaiwanStockMonthPrice } from '../catalogue/technical/TaiwanStockMonthPrice.ts'
import { barsOf } from './bars.ts'

export const monthPrice = barsOf(TaiwanStockMonthPrice, 'month', '%Y-%m')
