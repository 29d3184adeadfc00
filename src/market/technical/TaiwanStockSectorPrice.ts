import { TaiwanStockSectorPrice } from '../../catalogue/technical/TaiwanStockSectorPrice.ts'
import { belongs } from '../indices.ts'
import { marketAt } from '../listing.ts'
import { dailyTable } from '../table.ts'
import { barOf, totalsOf } from './totals.ts'

/** Percent with four places, half up; whole numbers throughout, as the products pass what a float holds. */
const shareOf = (part: number, whole: number): number | null => {
  if (whole === 0) return null
  const total = BigInt(whole)
  return Number((2_000_000n * BigInt(part) + total) / (2n * total))
}

export const sectorPrice = dailyTable(TaiwanStockSectorPrice, (world, push, from, to) => {
  const { calendar, sectors } = world
  const first = Math.max(from, world.from)
  const markets = {
    TWSE: totalsOf(world, first, to, ({ security }, day) => marketAt(security, day) === 'TWSE'),
    TPEX: totalsOf(world, first, to, ({ security }, day) => marketAt(security, day) === 'TPEX'),
  }
  for (const index of sectors) {
    const market = index.market === 'TPEX' ? 'TPEX' : 'TWSE'
    const totals = totalsOf(world, first, to, (path, day) => belongs(index, path, day))
    for (let t = first; t <= to; t++) {
      if (index.close[t]! === 0) continue
      const bar = barOf(index, t, totals, first)
      push({
        stock_id: index.id,
        trade_date: calendar.days[t]!,
        market,
        index_name: index.name,
        ...bar,
        trade_count: market === 'TPEX' ? null : bar.trade_count,
        turnover_ratio: shareOf(totals.turnover[t - first]!, markets[market].turnover[t - first]!),
      })
    }
  }
})
