import { TaiwanStockTradingHaltAnnouncement } from '../../catalogue/technical/TaiwanStockTradingHaltAnnouncement.ts'
import { haltReading, haltsOf } from '../exchange/halts.ts'
import { openApiTable } from '../openapi.ts'
import { none } from '../servedDays.ts'
import { tpexOpenApi } from './response.ts'

const halts = haltReading({
  id: 'SecuritiesCompanyCode',
  name: 'CompanyName',
  type: null,
  haltDate: 'DateOfSuspendedTrading',
  haltTime: 'TimeOfSuspendedTrading',
  resumptionDate: 'DateOfResumedTrading',
  resumptionTime: 'TimeOfResumedTrading',
  ignore: ['Date', 'Serial'],
})

/** Halts and resumptions of this year, each in a row of its own. */
export const spendiHistory = tpexOpenApi.list(
  { dataset: TaiwanStockTradingHaltAnnouncement, layouts: halts.layouts },
  '/tpex_spendi_history',
  (bytes, request) => {
    const table = openApiTable(bytes)
    if (table === null) return none('an empty list')
    const year = request.to.slice(0, 4)
    return haltsOf(halts, [table], request, { ...request, from: `${year}-01-01`, to: `${year}-12-31` })
  },
  { recorded: '.json' },
)
