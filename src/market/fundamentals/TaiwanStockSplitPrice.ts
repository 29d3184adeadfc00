import { TaiwanStockSplitPrice } from '../../catalogue/fundamentals/TaiwanStockSplitPrice.ts'
import { wholeTable } from '../table.ts'
import { actionsOf } from './events.ts'

export const splitPrice = wholeTable(TaiwanStockSplitPrice, (world, push) => {
  for (const { action, day, row } of actionsOf(world, 'split')) {
    const { closeBefore, reference } = action
    const isSplit = reference < closeBefore
    push({
      ...row,
      resumption_date: day,
      split_type: isSplit ? 'split' : 'reverse_split',
      split_ratio: isSplit
        ? Math.round(closeBefore / reference) * 1_000_000
        : Math.round(1_000_000 / Math.round(reference / closeBefore)),
    })
  }
})
