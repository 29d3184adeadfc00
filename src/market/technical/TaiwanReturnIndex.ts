import { TaiwanReturnIndex } from '../../catalogue/technical/TaiwanReturnIndex.ts'
import { dailyTable } from '../table.ts'
import { longStart } from './totals.ts'

export const returnIndex = dailyTable(TaiwanReturnIndex, (world, push, from, to) => {
  const { calendar, taiex, tpex } = world
  for (const { id, total, close } of [taiex, tpex])
    for (let t = Math.max(from, longStart(world)); t <= to; t++)
      if (close[t]! > 0)
        push({
          stock_id: id,
          trade_date: calendar.days[t]!,
          return_index: total[t]! * 100,
          price_index: close[t]! * 100,
        })
})
