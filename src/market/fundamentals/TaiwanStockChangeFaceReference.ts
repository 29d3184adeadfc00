import { TaiwanStockChangeFaceReference } from '../../catalogue/fundamentals/TaiwanStockChangeFaceReference.ts'
import { wholeTable } from '../table.ts'
import { halfUp } from './amounts.ts'
import { actionsOf } from './events.ts'
import { parAt } from './shares.ts'

const places = (value: number): number => Math.round(value * 10_000)

export const changeFace = wholeTable(TaiwanStockChangeFaceReference, (world, push) => {
  for (const { path, action, day, row } of actionsOf(world, 'par')) {
    if (action.plan.kind !== 'par') continue
    // The listed market prints neither par values nor the ratio, which then follows from the prices.
    const isPublished = row.market === 'TPEX'
    push({
      ...row,
      resumption_date: day,
      halt_date: world.calendar.days[action.haltedAt]!,
      par_value_before: isPublished ? places(parAt(path, action.at - 1)) : null,
      par_value_after: isPublished ? places(parAt(path, action.at)) : null,
      exchange_ratio: isPublished
        ? Math.round(action.plan.ratio * 1_000_000)
        : halfUp(action.closeBefore * 1_000_000, action.reference),
    })
  }
})
