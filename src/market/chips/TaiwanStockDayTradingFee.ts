import { TaiwanStockDayTradingFee } from '../../catalogue/chips/TaiwanStockDayTradingFee.ts'
import { marketAt } from '../listing.ts'
import { oncePer } from '../oncePer.ts'
import type { Path } from '../path.ts'
import { between, uniform } from '../random.ts'
import { dailyTable } from '../table.ts'
import { suspendedDays } from './closures.ts'
import { dayTradingHabit, dayTradingVolume } from './dayTrading.ts'
import { restrictedDays } from './dispositions.ts'
import { hasCredit } from './eligible.ts'
import { pick } from './picks.ts'

const rates = [1_000, 1_000, 5_000, 10_000, 20_000, 35_000, 50_000, 70_000]

export const dayTradingFee = dailyTable(TaiwanStockDayTradingFee, (world, push, from, to) => {
  const { seed, calendar } = world
  const closedDays = oncePer((path: Path) => [
    suspendedDays(world, path.security, 'sellFirst'),
    restrictedDays(world, path),
  ])
  for (let t = Math.max(from, world.from); t <= to; t++) {
    const day = calendar.days[t]!
    const lots = (path: Path) => dayTradingVolume(seed, path, dayTradingHabit(seed, path), t) / 1000
    // A shortfall needs day traders who sold first.
    const isOpen = (path: Path) =>
      hasCredit(path.security, day) && closedDays(path).every((days) => days[t] === 0) && lots(path) >= 20
    for (const { path, n, row } of pick(world, t, 1112, between(3, 6, seed, 1113, t), isOpen)) {
      push({
        ...row,
        market: marketAt(path.security, day),
        borrowed_volume:
          Math.min(Math.floor(lots(path) / 4), 1 + Math.floor(12 * uniform(seed, 1114, t, n) ** 3)) * 1000,
        fee_rate: rates[Math.floor(rates.length * uniform(seed, 1115, t, n))]!,
      })
    }
  }
})
