import { TaiwanStockFinancialStatement } from '../../catalogue/fundamentals/TaiwanStockFinancialStatement.ts'
import { dailyTable } from '../table.ts'
import { cellOf, fileStatements, yearToDate } from './statements.ts'

/** A filing prints its quarter, the fourth one the whole year instead. */
export const financialStatement = dailyTable(TaiwanStockFinancialStatement, (world, push, from, to) => {
  fileStatements(world, push, [from, to], 'income', (filing, accounts) => {
    const isYear = filing.quarter % 4 === 3
    const quarters = isYear ? yearToDate(filing) : [filing.books.get(filing.quarter)!]
    if (!quarters) return
    for (const { type, name, unit, value } of accounts) {
      let sum = 0
      for (const quarter of quarters) sum += value(quarter)
      filing.write(isYear ? 'annual' : 'quarterly', type, name, cellOf(unit, sum), unit)
    }
  })
})
