import { TaiwanDailyShortSaleBalances } from '../../catalogue/chips/TaiwanDailyShortSaleBalances.ts'
import { marketAt } from '../listing.ts'
import { dailyTable } from '../table.ts'
import { creditOf } from './credit.ts'
import { creditDay, creditFrom, creditLimit, creditNote, stopsTomorrow } from './creditDay.ts'
import { isCreditKind, listedIn } from './eligible.ts'

export const shortSaleBalances = dailyTable(TaiwanDailyShortSaleBalances, (world, push, from, to) => {
  for (const { path, security, start, end } of listedIn(world, from, to)) {
    const opens = isCreditKind(security) ? creditFrom(world, path) : Number.POSITIVE_INFINITY
    const credit = creditOf(world, path)
    const halts = stopsTomorrow(world, path)
    for (let t = start; t <= end; t++) {
      const day = creditDay(world.seed, path, credit, t)
      push({
        stock_id: security.id,
        trade_date: world.calendar.days[t]!,
        market: marketAt(security, world.calendar.days[t]!),
        short_sale_previous_balance: day.shortBefore * 1000,
        short_sale_sell: day.shortSell * 1000,
        short_sale_buy: day.shortBuy * 1000,
        short_sale_stock_repayment: day.shortRepay * 1000,
        short_sale_balance: day.short * 1000,
        short_sale_limit: t >= opens ? creditLimit(path, t) : 0,
        sbl_short_sale_previous_balance: day.sblBefore,
        sbl_short_sale_sell: day.sblSell,
        sbl_short_sale_return: day.sblReturn,
        sbl_short_sale_adjustment: day.sblAdjust,
        sbl_short_sale_balance: day.sbl,
        sbl_short_sale_limit: credit.sblLimit[t]!,
        note: t >= opens ? creditNote(credit, halts, t) : 'YV',
      })
    }
  }
})
