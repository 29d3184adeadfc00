import { TaiwanFinancialHoldingsCompany } from '../../catalogue/fundamentals/TaiwanFinancialHoldingsCompany.ts'
import { none } from '../answered.ts'
import { get } from '../feed.ts'
import { openApiTable } from '../openapi.ts'
import { twseOpenApi } from './answer.ts'
import { holdingEarnings } from './holdings.ts'

/** Self-assessed earnings among the announcements of the day. */
export const t187ap04 = twseOpenApi(
  { dataset: TaiwanFinancialHoldingsCompany, fills: Object.keys(TaiwanFinancialHoldingsCompany.columns) },
  {
    endpoint: 't187ap04_L',
    span: 'latest',
    request: () => get('/opendata/t187ap04_L'),
    parse(bytes, asked) {
      const table = openApiTable(bytes)
      return table === null ? none('an empty list') : holdingEarnings(table, asked)
    },
    verified: 'twse-openapi/opendata_t187ap04_L.json',
  },
)
