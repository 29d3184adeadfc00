import { TaiwanStockBlockTrade } from '../../catalogue/chips/TaiwanStockBlockTrade.ts'
import { clockOf } from '../../days.ts'
import { marketAt } from '../listing.ts'
import { between, uniform } from '../random.ts'
import { dailyTable } from '../table.ts'
import { roundTick } from '../ticks.ts'
import { pick } from './picks.ts'

/** Least value of a block in one security, TWD. */
const least = 15_000_000

export const blockTrade = dailyTable(TaiwanStockBlockTrade, (world, push, from, to) => {
  const { seed, calendar } = world
  for (let t = Math.max(from, world.from); t <= to; t++) {
    const day = calendar.days[t]!
    const count = between(3, 8, seed, 1071, t)
    // A block needs a security that trades ten times its least value a day.
    const deep = ({ turnover }: (typeof world.paths)[number]) => turnover[t]! > 10 * least
    for (const { path, n, row } of pick(world, t, 1073, count, deep)) {
      const { security } = path
      const market = marketAt(security, day)
      const span = path.high[t]! - path.low[t]!
      const price = Math.max(
        path.low[t]!,
        Math.min(path.high[t]!, roundTick(path.low[t]! + span * uniform(seed, 1074, t, n), security.ticks)),
      )
      const fewest = Math.ceil((least * 100) / price / 1000)
      const lots = fewest + Math.floor((path.volume[t]! / 1000) * 0.05 * uniform(seed, 1075, t, n) ** 3)
      const minutes = between(0, 270, seed, 1076, t, n)
      const seconds = between(0, 59, seed, 1077, t, n)
      push({
        ...row,
        market,
        trade_type: uniform(seed, 1078, t, n) < 0.75 ? '配對交易' : '逐筆交易',
        settlement_period: 'T+2日交割',
        price: price * 100,
        volume: lots * 1000,
        turnover: price * lots * 1000,
        trade_time: market === 'TPEX' ? clockOf((9 * 60 + minutes) * 60 + seconds) : null,
      })
    }
  }
})
