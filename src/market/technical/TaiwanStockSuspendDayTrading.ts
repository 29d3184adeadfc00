import { TaiwanStockSuspendDayTrading } from '../../catalogue/technical/TaiwanStockSuspendDayTrading.ts'
import { closuresOf } from '../chips/closures.ts'
import { marketAt } from '../listing.ts'
import { table } from '../table.ts'

export const suspendDayTrading = table({
  dataset: TaiwanStockSuspendDayTrading,
  kind: 'whole',
  fill(world, push) {
    const { days } = world.ahead
    for (const security of world.securities)
      for (const { reason, sellFirst } of closuresOf(world, security)) {
        if (sellFirst[1] < world.from) continue
        const start = days[sellFirst[0]]!
        push({
          stock_id: security.id,
          stock_name: security.name,
          market: marketAt(security, start),
          suspend_start_date: start,
          suspend_end_date: days[sellFirst[1]]!,
          reason,
        })
      }
  },
})
