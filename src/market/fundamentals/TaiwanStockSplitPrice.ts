import { TaiwanStockSplitPrice } from '../../catalogue/fundamentals/TaiwanStockSplitPrice.ts'
import { marketAt } from '../listing.ts'
import { wholeTable } from '../table.ts'
import { actionsOf, repriced } from './events.ts'

export const splitPrice = wholeTable(TaiwanStockSplitPrice, (world, push) => {
  for (const { path, action, day } of actionsOf(world, 'split')) {
    const { closeBefore, reference } = action
    const isSplit = reference < closeBefore
    push({
      stock_id: path.security.id,
      resumption_date: day,
      stock_name: path.security.name,
      market: marketAt(path.security, day),
      split_type: isSplit ? 'split' : 'reverse_split',
      ...repriced(path, action),
      split_ratio: isSplit
        ? Math.round(closeBefore / reference) * 1_000_000
        : Math.round(1_000_000 / Math.round(reference / closeBefore)),
    })
  }
})
