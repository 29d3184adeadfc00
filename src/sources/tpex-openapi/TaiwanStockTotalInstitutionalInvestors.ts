import { dateFrom } from '../dates.ts'
import { tpexInstitutions } from '../exchange/tpexInstitutions.ts'
import { changed, notYet, otherDay } from '../outcome.ts'
import { textOf } from '../plan.ts'
import type { Reading } from '../reading.ts'
import type { Table } from '../tables.ts'
import { tpexOpenApi } from './response.ts'

const totals = tpexInstitutions({ label: 'Investor', buy: 'PurchaseAmount', sell: 'SaleAmount', net: 'Net' }, ['Date'])

const ofTheDay: Reading = {
  ...totals,
  read(tables, request) {
    const [{ titles, rows }] = tables as [Table]
    const at = titles.indexOf('Date')
    if (at < 0) throw changed('no table with the columns Date')
    for (const cells of rows) {
      const served = dateFrom(textOf(cells[at]))
      if (!served) throw changed(`no day in ${cells.map(textOf).join(' | ')}`)
      if (served < request.to) throw notYet(`still answers with ${served}, asked for ${request.to}`)
      if (served > request.to) throw otherDay(request.to, served)
    }
    return totals.read(tables, request)
  },
}

export const instiSummary = tpexOpenApi.rows(ofTheDay, '/tpex_3insti_summary', { recorded: '.json' })
