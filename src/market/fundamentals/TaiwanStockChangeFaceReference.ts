import { TaiwanStockChangeFaceReference } from '../../catalogue/fundamentals/TaiwanStockChangeFaceReference.ts'
import { marketAt } from '../listing.ts'
import { wholeTable } from '../table.ts'
import { halfUp } from './amounts.ts'
import { actionsOf, repriced } from './events.ts'
import { parAt } from './shares.ts'

const places = (value: number): number => Math.round(value * 10_000)

export const changeFace = wholeTable(TaiwanStockChangeFaceReference, (world, push) => {
  for (const { path, action, day } of actionsOf(world, 'par')) {
    if (action.plan.kind !== 'par') continue
    const market = marketAt(path.security, day)
    // The listed market prints neither par values nor the ratio, which then follows from the prices.
    const isPublished = market === 'TPEX'
    push({
      stock_id: path.security.id,
      resumption_date: day,
      stock_name: path.security.name,
      market,
      halt_date: world.calendar.days[action.haltedAt]!,
      ...repriced(path, action),
      par_value_before: isPublished ? places(parAt(path, action.at - 1)) : null,
      par_value_after: isPublished ? places(parAt(path, action.at)) : null,
      exchange_ratio: isPublished
        ? Math.round(action.plan.ratio * 1_000_000)
        : halfUp(action.closeBefore * 1_000_000, action.reference),
    })
  }
})
