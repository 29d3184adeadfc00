import { TaiwanFuturesDaily } from '../../catalogue/derivatives/TaiwanFuturesDaily.ts'
import { dailyTable } from '../table.ts'
import { futuresIn } from './futures.ts'
import { quoteOf, sessionsOf } from './life.ts'

export const futuresDaily = dailyTable(TaiwanFuturesDaily, (world, push, from, to) => {
  const { seed, calendar } = world
  const first = Math.max(from, world.from)
  for (const [futures_id, lives] of futuresIn(world, first, to))
    for (const life of lives) {
      const contract_month = life.contract.month
      for (let t = Math.max(first, life.first); t <= Math.min(to, life.last); t++) {
        const trade_date = calendar.days[t]!
        const of = { trade_date, futures_id, contract_month }
        for (const trading_session of sessionsOf(t, life))
          push({ ...of, trading_session, ...quoteOf(seed, life, trading_session, t) })
      }
    }
})
