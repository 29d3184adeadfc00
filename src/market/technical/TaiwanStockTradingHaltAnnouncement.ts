import { TaiwanStockTradingHaltAnnouncement } from '../../catalogue/technical/TaiwanStockTradingHaltAnnouncement.ts'
import { clockOf } from '../../days.ts'
import { bondsOf } from '../convertibles/bonds.ts'
import { marketAt } from '../listing.ts'
import { between } from '../random.ts'
import { wholeTable } from '../table.ts'
import { warrantsOf } from './warrants.ts'

/** Halts and resumptions of whole days are timed before the session. */
const beforeOpening = '08:00:00'

export const tradingHalt = wholeTable(TaiwanStockTradingHaltAnnouncement, (world, push) => {
  const { seed, calendar, through, eventsFrom, paths } = world
  const warrants = Map.groupBy(warrantsOf(world), ({ underlying }) => underlying)
  const bonds = Map.groupBy(bondsOf(world), ({ underlying }) => underlying)
  for (const path of paths) {
    const { security } = path
    for (const { haltedAt, at, fullDay } of path.halts) {
      const day = calendar.days[haltedAt]
      if (day === undefined || day < eventsFrom || haltedAt < path.first || haltedAt > path.last) continue
      const start = between(9 * 60 + 10, 11 * 60 + 50, seed, security.key, 2210, haltedAt)
      const end = start + between(30, 90, seed, security.key, 2211, haltedAt)
      const isOver = at <= through
      const times = {
        halt_date: day,
        halt_time: fullDay ? beforeOpening : clockOf(start * 60),
        resumption_date: isOver ? calendar.days[at]! : null,
        resumption_time: isOver ? (fullDay ? beforeOpening : clockOf(end * 60)) : null,
      }
      const market = marketAt(security, day)
      push({ stock_id: security.id, stock_name: security.name, market, security_type: security.type, ...times })
      for (const warrant of warrants.get(path) ?? [])
        if (warrant.listed <= day && day <= warrant.lastTrading)
          push({
            stock_id: warrant.id,
            stock_name: warrant.name,
            market: warrant.market,
            security_type: 'warrant',
            ...times,
          })
      for (const bond of bonds.get(path) ?? [])
        if (bond.listed <= day && day < bond.ends)
          push({ stock_id: bond.id, stock_name: bond.name, market: 'TPEX', security_type: 'bond', ...times })
    }
  }
})
