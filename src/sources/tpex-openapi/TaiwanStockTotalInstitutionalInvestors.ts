import { TaiwanStockTotalInstitutionalInvestors } from '../../catalogue/chips/TaiwanStockTotalInstitutionalInvestors.ts'
import { dateFrom } from '../dates.ts'
import { tpexInstitutions } from '../exchange/tpexInstitutions.ts'
import { openApiTable } from '../openapi.ts'
import { changed, notYet, otherDay, rowsOutcome } from '../outcome.ts'
import { textOf } from '../plan.ts'
import { tpexOpenApi } from './response.ts'

const totals = tpexInstitutions(
  TaiwanStockTotalInstitutionalInvestors,
  { label: 'Investor', buy: 'PurchaseAmount', sell: 'SaleAmount', net: 'Net' },
  ['Date'],
)

export const instiSummary = tpexOpenApi.list(
  totals,
  '/tpex_3insti_summary',
  (bytes, request) => {
    const table = openApiTable(bytes)
    if (table === null) throw notYet('an empty list, where there is always something')
    const at = table.titles.indexOf('Date')
    if (at < 0) throw changed('no table with the columns Date')
    for (const cells of table.rows) {
      const served = dateFrom(textOf(cells[at]))
      if (!served) throw changed(`no day in ${cells.map(textOf).join(' | ')}`)
      if (served < request.to) throw notYet(`still answers with ${served}, asked for ${request.to}`)
      if (served > request.to) throw otherDay(request.to, served)
    }
    return rowsOutcome(totals.read([table], request))
  },
  { recorded: '.json' },
)
