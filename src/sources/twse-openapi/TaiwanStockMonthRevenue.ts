import { TaiwanStockMonthRevenue } from '../../catalogue/fundamentals/TaiwanStockMonthRevenue.ts'
import { monthRevenue } from '../exchange/monthRevenue.ts'
import { get } from '../feed.ts'
import { openApiRows, undated } from '../openapi.ts'
import { twseOpenApi } from './response.ts'

const revenue = monthRevenue(TaiwanStockMonthRevenue, 'TWSE')

/** The newest month. */
export const t187ap05 = twseOpenApi(revenue, {
  endpoint: 't187ap05_L',
  span: 'latest',
  request: () => get('/opendata/t187ap05_L'),
  parse: openApiRows(revenue, undated),
  verified: 'twse-openapi/opendata_t187ap05_L.json',
})
