import { TaiwanStockCompanyIndustry } from '../../catalogue/fundamentals/TaiwanStockCompanyIndustry.ts'
import { officialIndustry } from '../exchange/officialIndustry.ts'
import { get } from '../feed.ts'
import { openApiRows, undated } from '../openapi.ts'
import { esbOpenApi, tpexOpenApi } from './answer.ts'

const [otc, emerging] = [
  officialIndustry(TaiwanStockCompanyIndustry, 'TPEX'),
  officialIndustry(TaiwanStockCompanyIndustry, 'ESB'),
]

export const t187ap03 = tpexOpenApi(otc, {
  endpoint: 'mopsfin_t187ap03_O',
  span: 'latest',
  request: () => get('/mopsfin_t187ap03_O'),
  parse: openApiRows(otc, undated),
})

export const t187ap03Esb = esbOpenApi(emerging, {
  endpoint: 'mopsfin_t187ap03_R',
  span: 'latest',
  request: () => get('/mopsfin_t187ap03_R'),
  parse: openApiRows(emerging, undated),
})
