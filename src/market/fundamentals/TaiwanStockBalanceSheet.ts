import { TaiwanStockBalanceSheet } from '../../catalogue/fundamentals/TaiwanStockBalanceSheet.ts'
import { dailyTable } from '../table.ts'
import { halfUpLarge } from './amounts.ts'
import { balanceAccounts, inPercent } from './balances.ts'
import { companyOf } from './company.ts'
import { cellOf, fileStatements } from './statement.ts'

export const balanceSheet = dailyTable(TaiwanStockBalanceSheet, (world, push, from, to) => {
  fileStatements(
    world,
    push,
    [from, to],
    ({ security }) =>
      balanceAccounts(companyOf(world.seed, security)).map((account) => ({
        ...account,
        partType: inPercent.has(account.type) ? `${account.type}_per` : null,
      })),
    ({ quarter, books, write }, accounts) => {
      const known = books.get(quarter)!
      for (const { type, name, unit, value, partType } of accounts) {
        const amount = value(known)
        const cell = cellOf(unit, amount)
        const part = partType === null ? 0 : halfUpLarge(amount * 10_000, known.assets.total) * 100
        for (const period of quarter % 4 === 3 ? (['quarterly', 'annual'] as const) : (['quarterly'] as const)) {
          write(period, type, name, cell, unit)
          if (partType !== null) write(period, partType, name, part, 'percent')
        }
      }
    },
  )
})
