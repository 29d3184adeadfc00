import { TaiwanStockDayTradingInfo } from '../../catalogue/technical/TaiwanStockDayTradingInfo.ts'
import { suspendedDays } from '../chips/closures.ts'
import { creditListedIn } from '../chips/credit.ts'
import { dayTradingHabit, dayTradingVolume } from '../chips/dayTrading.ts'
import { restrictedDays } from '../chips/dispositions.ts'
import { bits } from '../random.ts'
import { dailyTable } from '../table.ts'

export const dayTradingInfo = dailyTable(TaiwanStockDayTradingInfo, (world, push, from, to) => {
  const { seed } = world
  for (const { path, security, start, end, row } of creditListedIn(world, from, to)) {
    const stops = suspendedDays(world, security, 'sellFirst')
    const restricted = restrictedDays(world, path)
    const habit = dayTradingHabit(seed, path)
    for (let t = start; t <= end; t++) {
      // Securities under restricted trading cannot be day-traded, so they have no row.
      if (restricted[t]) continue
      const volume = dayTradingVolume(seed, path, habit, t)
      const price = volume > 0 ? path.turnover[t]! / path.volume[t]! : 0
      // Both legs trade near the day's average price; day traders lose or win a few parts in ten thousand.
      const edge = 1 + ((bits(seed, security.key, 1103, t) & 1023) - 480) / 1_000_000
      push({
        ...row(t),
        is_sell_first_suspended: stops[t] === 1,
        day_trading_volume: volume,
        day_trading_buy_amount: Math.round(volume * price) * 100,
        day_trading_sell_amount: Math.round(volume * price * edge) * 100,
      })
    }
  }
})
