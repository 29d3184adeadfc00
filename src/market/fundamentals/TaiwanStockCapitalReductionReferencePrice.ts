import { TaiwanStockCapitalReductionReferencePrice } from '../../catalogue/fundamentals/TaiwanStockCapitalReductionReferencePrice.ts'
import { wholeTable } from '../table.ts'
import { actionsOf } from './events.ts'

export const capitalReduction = wholeTable(TaiwanStockCapitalReductionReferencePrice, (world, push) => {
  for (const { action, day, row } of actionsOf(world, 'reduction')) {
    if (action.plan.kind !== 'reduction') continue
    push({
      ...row,
      resumption_date: day,
      halt_date: world.calendar.days[action.haltedAt]!,
      exright_reference_price: null,
      reason: action.plan.reason,
      shares_per_1000: Math.round(action.plan.ratio * 1000) * 1_000_000,
      refund_per_share: action.cash,
    })
  }
})
