import { TaiwanStockMarginPurchaseShortSale } from '../../catalogue/chips/TaiwanStockMarginPurchaseShortSale.ts'
import { marketAt } from '../listing.ts'
import { dailyTable } from '../table.ts'
import { creditOf } from './credit.ts'
import { creditDay, creditLimit, creditListedIn, creditNote, stopsTomorrow } from './creditDay.ts'

export const marginPurchaseShortSale = dailyTable(TaiwanStockMarginPurchaseShortSale, (world, push, from, to) => {
  for (const { path, security, start, end } of creditListedIn(world, from, to)) {
    const credit = creditOf(world, path)
    const halts = stopsTomorrow(world, path)
    for (let t = start; t <= end; t++) {
      const day = creditDay(world.seed, path, credit, t)
      const limit = creditLimit(path, t)
      push({
        stock_id: security.id,
        trade_date: world.calendar.days[t]!,
        market: marketAt(security, world.calendar.days[t]!),
        margin_purchase_buy: day.marginBuy * 1000,
        margin_purchase_sell: day.marginSell * 1000,
        margin_purchase_cash_repayment: day.marginRepay * 1000,
        margin_purchase_previous_balance: day.marginBefore * 1000,
        margin_purchase_balance: day.margin * 1000,
        margin_purchase_limit: limit,
        short_sale_buy: day.shortBuy * 1000,
        short_sale_sell: day.shortSell * 1000,
        short_sale_stock_repayment: day.shortRepay * 1000,
        short_sale_previous_balance: day.shortBefore * 1000,
        short_sale_balance: day.short * 1000,
        short_sale_limit: limit,
        offset_volume: day.offset * 1000,
        note: creditNote(credit, halts, t),
      })
    }
  }
})
