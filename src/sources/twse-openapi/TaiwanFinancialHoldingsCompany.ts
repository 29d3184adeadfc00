import { TaiwanFinancialHoldingsCompany } from '../../catalogue/fundamentals/TaiwanFinancialHoldingsCompany.ts'
import { openApiTable } from '../openapi.ts'
import { none } from '../servedDays.ts'
import { holdingEarnings } from './holdings.ts'
import { twseOpenApi } from './response.ts'

/** Self-assessed earnings among the announcements of the day. */
export const t187ap04 = twseOpenApi.list(
  { dataset: TaiwanFinancialHoldingsCompany },
  '/opendata/t187ap04_L',
  (bytes) => {
    const table = openApiTable(bytes)
    return table === null ? none('an empty list') : holdingEarnings(table)
  },
  { recorded: '.json' },
)
