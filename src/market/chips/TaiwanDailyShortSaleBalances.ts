import { TaiwanDailyShortSaleBalances } from '../../catalogue/chips/TaiwanDailyShortSaleBalances.ts'
import { dailyTable } from '../table.ts'
import { creditDay, creditFrom, creditLimit, creditNote, creditOf, stopsTomorrow } from './credit.ts'
import { isCreditKind, listedIn } from './eligible.ts'

export const shortSaleBalances = dailyTable(TaiwanDailyShortSaleBalances, (world, push, from, to) => {
  for (const { path, security, start, end, row } of listedIn(world, from, to)) {
    const opens = isCreditKind(security) ? creditFrom(world, path) : Number.POSITIVE_INFINITY
    const credit = creditOf(world, path)
    const halts = stopsTomorrow(world, path)
    for (let t = start; t <= end; t++) {
      const { short, borrowed } = creditDay(world.seed, path, credit, t)
      push({
        ...row(t),
        ...short,
        short_sale_limit: t >= opens ? creditLimit(path, t) : 0,
        ...borrowed,
        sbl_short_sale_limit: credit.sblLimit[t]!,
        note: t >= opens ? creditNote(credit, halts, t) : 'YV',
      })
    }
  }
})
