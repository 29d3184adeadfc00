import { TaiwanStockMarginShortSaleSuspension } from '../../catalogue/chips/TaiwanStockMarginShortSaleSuspension.ts'
import { table } from '../table.ts'
import { suspensionsOf } from './closures.ts'

export const marginShortSaleSuspension = table({
  dataset: TaiwanStockMarginShortSaleSuspension,
  kind: 'whole',
  fill(world, push) {
    for (const row of suspensionsOf(world, 'short')) push(row)
  },
})
