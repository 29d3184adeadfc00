import { TaiwanStockBalanceSheet } from '../../catalogue/fundamentals/TaiwanStockBalanceSheet.ts'
import { dailyTable } from '../table.ts'
import { halfUpLarge } from './amounts.ts'
import { cellOf, fileStatements } from './statements.ts'

export const balanceSheet = dailyTable(TaiwanStockBalanceSheet, (world, push, from, to) => {
  fileStatements(world, push, [from, to], 'balance', ({ quarter, books, write }, accounts) => {
    const known = books.get(quarter)!
    for (const { type, name, unit, value, percent } of accounts) {
      const amount = value(known)
      const cell = cellOf(unit, amount)
      const part = percent ? halfUpLarge(amount * 10_000, known.assets.total) * 100 : null
      for (const period of quarter % 4 === 3 ? (['quarterly', 'annual'] as const) : (['quarterly'] as const)) {
        write(period, type, name, cell, unit)
        if (part !== null) write(period, `${type}_per`, name, part, 'percent')
      }
    }
  })
})
