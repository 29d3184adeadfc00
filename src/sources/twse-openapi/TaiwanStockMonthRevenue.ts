import { TaiwanStockMonthRevenue } from '../../catalogue/fundamentals/TaiwanStockMonthRevenue.ts'
import { monthRevenue } from '../exchange/monthRevenue.ts'
import { twseOpenApi } from './response.ts'

const revenue = monthRevenue(TaiwanStockMonthRevenue, 'TWSE')

/** The newest month. */
export const t187ap05 = twseOpenApi.rows(revenue, '/opendata/t187ap05_L', { recorded: '.json' })
