import { TaiwanFinancialHoldingsCompany } from '../../catalogue/fundamentals/TaiwanFinancialHoldingsCompany.ts'
import { get } from '../feed.ts'
import { openApiTable } from '../openapi.ts'
import { none } from '../servedDays.ts'
import { holdingEarnings } from './holdings.ts'
import { twseOpenApi } from './response.ts'

/** Self-assessed earnings among the announcements of the day. */
export const t187ap04 = twseOpenApi.feed(
  { dataset: TaiwanFinancialHoldingsCompany },
  {
    endpoint: 't187ap04_L',
    span: 'latest',
    request: () => get('/opendata/t187ap04_L'),
    parse(bytes, request) {
      const table = openApiTable(bytes)
      return table === null ? none('an empty list') : holdingEarnings(table, request)
    },
    recording: 'twse-openapi/opendata_t187ap04_L.json',
  },
)
