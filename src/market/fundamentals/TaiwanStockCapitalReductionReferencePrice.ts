import { TaiwanStockCapitalReductionReferencePrice } from '../../catalogue/fundamentals/TaiwanStockCapitalReductionReferencePrice.ts'
import { marketAt } from '../listing.ts'
import { wholeTable } from '../table.ts'
import { actionsOf, repriced } from './events.ts'

export const capitalReduction = wholeTable(TaiwanStockCapitalReductionReferencePrice, (world, push) => {
  for (const { path, action, day } of actionsOf(world, 'reduction')) {
    if (action.plan.kind !== 'reduction') continue
    push({
      stock_id: path.security.id,
      resumption_date: day,
      stock_name: path.security.name,
      market: marketAt(path.security, day),
      halt_date: world.calendar.days[action.haltedAt]!,
      ...repriced(path, action),
      exright_reference_price: null,
      reason: action.plan.reason,
      shares_per_1000: Math.round(action.plan.ratio * 1000) * 1_000_000,
      refund_per_share: action.cash,
    })
  }
})
