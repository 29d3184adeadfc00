import { TaiwanStockTradingHaltAnnouncement } from '../../catalogue/technical/TaiwanStockTradingHaltAnnouncement.ts'
import { none } from '../answered.ts'
import { haltsOf } from '../exchange/halts.ts'
import { get } from '../feed.ts'
import { openApiTable } from '../openapi.ts'
import { tpexOpenApi } from './answer.ts'

/** Halts and resumptions of this year, each in a row of its own. */
export const spendiHistory = tpexOpenApi(
  { dataset: TaiwanStockTradingHaltAnnouncement, fills: Object.keys(TaiwanStockTradingHaltAnnouncement.columns) },
  {
    endpoint: 'tpex_spendi_history',
    span: 'latest',
    request: () => get('/tpex_spendi_history'),
    parse(bytes, asked) {
      const table = openApiTable(bytes)
      if (table === null) return none('an empty list')
      const year = asked.to.slice(0, 4)
      return haltsOf(
        [table],
        {
          id: 'SecuritiesCompanyCode',
          name: 'CompanyName',
          type: null,
          haltDate: 'DateOfSuspendedTrading',
          haltTime: 'TimeOfSuspendedTrading',
          resumptionDate: 'DateOfResumedTrading',
          resumptionTime: 'TimeOfResumedTrading',
          ignore: ['Date', 'Serial'],
        },
        asked,
        { ...asked, from: `${year}-01-01`, to: `${year}-12-31` },
      )
    },
    verified: 'tpex-openapi/tpex_spendi_history.json',
  },
)
