import { TaiwanStockMarginPurchaseShortSale } from '../../catalogue/chips/TaiwanStockMarginPurchaseShortSale.ts'
import { dailyTable } from '../table.ts'
import { creditDay, creditLimit, creditListedIn, creditNote, creditOf, stopsTomorrow } from './credit.ts'

export const marginPurchaseShortSale = dailyTable(TaiwanStockMarginPurchaseShortSale, (world, push, from, to) => {
  for (const { path, start, end, row } of creditListedIn(world, from, to)) {
    const credit = creditOf(world, path)
    const halts = stopsTomorrow(world, path)
    for (let t = start; t <= end; t++) {
      const { margin, short, offset_volume } = creditDay(world.seed, path, credit, t)
      const limit = creditLimit(path, t)
      const limits = { margin_purchase_limit: limit, short_sale_limit: limit }
      push({ ...row(t), ...margin, ...short, ...limits, offset_volume, note: creditNote(credit, halts, t) })
    }
  }
})
