import { TaiwanStockMonthRevenue } from '../../catalogue/fundamentals/TaiwanStockMonthRevenue.ts'
import { monthRevenue } from '../exchange/monthRevenue.ts'
import { esbOpenApi, tpexOpenApi } from './response.ts'

const [otc, emerging] = [monthRevenue(TaiwanStockMonthRevenue, 'TPEX'), monthRevenue(TaiwanStockMonthRevenue, 'ESB')]

/** The newest month of OTC companies. */
export const t187ap05 = tpexOpenApi.rows(otc, '/mopsfin_t187ap05_O')

/** The newest month of the emerging board. */
export const t187ap05Esb = esbOpenApi.rows(emerging, '/t187ap05_R')
