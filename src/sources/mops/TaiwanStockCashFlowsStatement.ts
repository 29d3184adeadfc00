import { accountsOf, labelOf } from '../../catalogue/accounts.ts'
import { TaiwanStockCashFlowsStatement } from '../../catalogue/fundamentals/TaiwanStockCashFlowsStatement.ts'
import { cashFlows } from '../statements/readings.ts'
import { filings } from './filings.ts'
import { summaries, withYears } from './summaries.ts'

export const t164sb05 = filings('t164sb05', {
  dataset: TaiwanStockCashFlowsStatement,
  lastSeason: 'both',
})

const known = new Set(accountsOf.TaiwanStockCashFlowsStatement.flatMap(({ names }) => names.map(labelOf)))

/**
 * Cash flows of every company from 1 January on. The list does not say whether a statement is consolidated; it is where
 * there is a group.
 */
export const t163sb20 = summaries('t163sb20', cashFlows, 'rows', (parsed) => ({
  ...parsed,
  rows: withYears(parsed.rows.map((row) => ({ ...row, statement_scope: 'consolidated' }))),
  unread: parsed.unread.filter((title) => !known.has(labelOf(title))),
}))
