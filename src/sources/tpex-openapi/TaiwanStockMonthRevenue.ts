import { TaiwanStockMonthRevenue } from '../../catalogue/fundamentals/TaiwanStockMonthRevenue.ts'
import { monthRevenue } from '../exchange/monthRevenue.ts'
import { get } from '../feed.ts'
import { openApiRows, undated } from '../openapi.ts'
import { esbOpenApi, tpexOpenApi } from './response.ts'

const [otc, emerging] = [monthRevenue(TaiwanStockMonthRevenue, 'TPEX'), monthRevenue(TaiwanStockMonthRevenue, 'ESB')]

/** The newest month of OTC companies. */
export const t187ap05 = tpexOpenApi(otc, {
  endpoint: 'mopsfin_t187ap05_O',
  span: 'latest',
  request: () => get('/mopsfin_t187ap05_O'),
  parse: openApiRows(otc, undated),
})

/** The newest month of the emerging board. */
export const t187ap05Esb = esbOpenApi(emerging, {
  endpoint: 't187ap05_R',
  span: 'latest',
  request: () => get('/t187ap05_R'),
  parse: openApiRows(emerging, undated),
})
