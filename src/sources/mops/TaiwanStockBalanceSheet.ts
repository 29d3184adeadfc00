import { TaiwanStockBalanceSheet } from '../../catalogue/fundamentals/TaiwanStockBalanceSheet.ts'
import { balanceSheets } from '../statements/readings.ts'
import { filings } from './filings.ts'
import { summaries, withYears } from './summaries.ts'

export const t164sb03 = filings('t164sb03', {
  dataset: TaiwanStockBalanceSheet,
  lastSeason: 'both',
})

/** Balances of every company at the end of a quarter. */
export const t163sb05 = summaries('t163sb05', balanceSheets, 'rows', (parsed) => ({
  ...parsed,
  rows: withYears(parsed.rows),
}))
