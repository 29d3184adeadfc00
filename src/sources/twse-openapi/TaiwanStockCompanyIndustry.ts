import { TaiwanStockCompanyIndustry } from '../../catalogue/fundamentals/TaiwanStockCompanyIndustry.ts'
import { officialIndustry } from '../exchange/officialIndustry.ts'
import { get } from '../feed.ts'
import { openApiRows, undated } from '../openapi.ts'
import { twseOpenApi } from './response.ts'

const industries = officialIndustry(TaiwanStockCompanyIndustry, 'TWSE')

export const t187ap03 = twseOpenApi(industries, {
  endpoint: 't187ap03_L',
  span: 'latest',
  request: () => get('/opendata/t187ap03_L'),
  parse: openApiRows(industries, undated),
  verified: 'twse-openapi/opendata_t187ap03_L.json.gz',
})
