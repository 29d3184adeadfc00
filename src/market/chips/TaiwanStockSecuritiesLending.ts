import { TaiwanStockSecuritiesLending } from '../../catalogue/chips/TaiwanStockSecuritiesLending.ts'
import { scheduledFrom } from '../calendar.ts'
import { between, uniform } from '../random.ts'
import { dailyTable } from '../table.ts'
import { hasCredit, winding } from './eligible.ts'
import { pick } from './picks.ts'

const longest = 180

export const securitiesLending = dailyTable(TaiwanStockSecuritiesLending, (world, push, from, to) => {
  const { seed, calendar } = world
  for (let t = Math.max(from, world.from); t <= to; t++) {
    const day = calendar.days[t]!
    const count = between(20, 40, seed, 1061, t)
    const open = ({ security }: (typeof world.paths)[number]) =>
      hasCredit(security, day) && winding(security, day) === 1
    for (const { path, n, row } of pick(world, t, 1063, count, open)) {
      const draw = (salt: number) => uniform(seed, salt, t, n)
      const kind = draw(1064)
      // Rates follow scarcity: most loans cost next to nothing, a few as much as the rules allow.
      const rate = Math.min(700, Math.max(1, Math.round(10 * Math.exp(5 * draw(1065) ** 2))))
      const back = scheduledFrom(kind < 0.1 ? day + longest : day + between(20, longest, seed, 1066, t, n), -1)
      push({
        ...row,
        transaction_type: kind < 0.1 ? 'fixed_rate' : kind < 0.35 ? 'competitive' : 'negotiated',
        volume: Math.max(1, Math.round((path.volume[t]! / 1000) * 0.02 * draw(1067) ** 2)) * 1000,
        fee_rate: (kind < 0.1 ? 350 : rate) * 100,
        close: path.close[t]! * 100,
        original_return_date: back,
        original_lending_days: back - day,
      })
    }
  }
})
