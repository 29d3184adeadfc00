import { TaiwanStockSuspendDayTrading } from '../../catalogue/technical/TaiwanStockSuspendDayTrading.ts'
import { suspensionsOf } from '../chips/closures.ts'
import { wholeTable } from '../table.ts'

export const suspendDayTrading = wholeTable(TaiwanStockSuspendDayTrading, (world, push) => {
  for (const row of suspensionsOf(world, 'sellFirst')) push(row)
})
