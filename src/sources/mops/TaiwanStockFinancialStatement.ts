import { TaiwanStockFinancialStatement } from '../../catalogue/fundamentals/TaiwanStockFinancialStatement.ts'
import { incomeStatements } from '../statements/readings.ts'
import { filings } from './filings.ts'
import { summaries } from './summaries.ts'

/** Single quarters as they were filed, and the year in the place of the fourth. */
export const t164sb04 = filings('t164sb04', {
  dataset: TaiwanStockFinancialStatement,
  lastSeason: 'year',
})

/** Income of every company from 1 January on. */
export const t163sb04 = summaries('t163sb04', incomeStatements, 'cumulative')
