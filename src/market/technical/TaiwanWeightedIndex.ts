import { TaiwanWeightedIndex } from '../../catalogue/technical/TaiwanWeightedIndex.ts'
import { marketAt } from '../listing.ts'
import { dailyTable } from '../table.ts'
import { barOf, longStart, totalsOf } from './totals.ts'

export const weightedIndex = dailyTable(TaiwanWeightedIndex, (world, push, from, to) => {
  const { calendar, taiex, tpex } = world
  const first = Math.max(from, longStart(world))
  for (const index of [taiex, tpex]) {
    const totals = totalsOf(world, first, to, ({ security }, day) => marketAt(security, day) === index.market)
    for (let t = first; t <= to; t++)
      if (index.close[t]! > 0)
        push({ stock_id: index.id, trade_date: calendar.days[t]!, ...barOf(index, t, totals, first) })
  }
})
