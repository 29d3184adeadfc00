import { TaiwanStockMarginShortSaleSuspension } from '../../catalogue/chips/TaiwanStockMarginShortSaleSuspension.ts'
import { wholeTable } from '../table.ts'
import { suspensionsOf } from './closures.ts'

export const marginShortSaleSuspension = wholeTable(TaiwanStockMarginShortSaleSuspension, (world, push) => {
  for (const row of suspensionsOf(world, 'short')) push(row)
})
