import { TaiwanStockCashFlowsStatement } from '../../catalogue/fundamentals/TaiwanStockCashFlowsStatement.ts'
import { dailyTable } from '../table.ts'
import { cellOf, fileStatements, yearToDate } from './statements.ts'

export const cashFlowsStatement = dailyTable(TaiwanStockCashFlowsStatement, (world, push, from, to) => {
  fileStatements(world, push, [from, to], 'cash', (filing, accounts) => {
    const quarters = yearToDate(filing)
    if (!quarters) return
    const write = (type: string, name: string, thousands: number) => {
      filing.write('quarterly', type, name, cellOf('TWD', thousands), 'TWD')
      if (filing.quarter % 4 === 3) filing.write('annual', type, name, cellOf('TWD', thousands), 'TWD')
    }
    for (const { type, name, value } of accounts) {
      let sum = 0
      for (const quarter of quarters) sum += value(quarter)
      write(type, name, sum)
    }
    const [first] = quarters
    write('CashBalancesBeginningOfPeriod', '期初現金及約當現金餘額', first!.assets.cash - first!.cash.increase)
    write('CashBalancesEndOfPeriod', '期末現金及約當現金餘額', quarters.at(-1)!.assets.cash)
  })
})
