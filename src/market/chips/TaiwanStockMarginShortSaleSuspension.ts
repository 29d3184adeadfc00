import { TaiwanStockMarginShortSaleSuspension } from '../../catalogue/chips/TaiwanStockMarginShortSaleSuspension.ts'
import { marketAt } from '../listing.ts'
import { table } from '../table.ts'
import { closuresOf } from './closures.ts'

export const marginShortSaleSuspension = table({
  dataset: TaiwanStockMarginShortSaleSuspension,
  kind: 'whole',
  fill(world, push) {
    const { days } = world.ahead
    for (const security of world.securities)
      for (const { reason, short } of closuresOf(world, security)) {
        if (short[1] < world.from) continue
        const start = days[short[0]]!
        push({
          stock_id: security.id,
          stock_name: security.name,
          market: marketAt(security, start),
          suspend_start_date: start,
          suspend_end_date: days[short[1]]!,
          reason,
        })
      }
  },
})
