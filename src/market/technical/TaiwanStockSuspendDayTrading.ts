import { TaiwanStockSuspendDayTrading } from '../../catalogue/technical/TaiwanStockSuspendDayTrading.ts'
import { suspensionsOf } from '../chips/closures.ts'
import { table } from '../table.ts'

export const suspendDayTrading = table({
  dataset: TaiwanStockSuspendDayTrading,
  kind: 'whole',
  fill(world, push) {
    for (const row of suspensionsOf(world, 'sellFirst')) push(row)
  },
})
