import { TaiwanOptionDaily } from '../../catalogue/derivatives/TaiwanOptionDaily.ts'
import { dailyTable } from '../table.ts'
import { expiryDay } from './contracts.ts'
import { quoteOf, sessionsOf } from './life.ts'
import { optionsIn } from './options.ts'

export const optionDaily = dailyTable(TaiwanOptionDaily, (world, push, from, to) => {
  const { seed, calendar } = world
  const first = Math.max(from, world.from)
  for (const [option_id, lives] of optionsIn(world, first, to))
    for (const life of lives) {
      const { contract, strike: strike_price } = life
      const contract_month = contract.month
      const call_put = life.isPut ? 'put' : 'call'
      for (let t = Math.max(first, life.first); t <= Math.min(to, life.last); t++) {
        if (life.shown[t - life.first] === 0) continue
        const trade_date = calendar.days[t]!
        const expiry_date = expiryDay(contract, calendar.days, t)
        const of = { trade_date, option_id, contract_month, strike_price, call_put, expiry_date }
        for (const trading_session of sessionsOf(t, life))
          push({ ...of, trading_session, ...quoteOf(seed, life, trading_session, t) })
      }
    }
})
