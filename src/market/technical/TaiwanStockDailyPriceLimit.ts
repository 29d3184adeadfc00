import { TaiwanStockDailyPriceLimit } from '../../catalogue/technical/TaiwanStockDailyPriceLimit.ts'
import type { Cells } from '../../lake/batch.ts'
import { priceAt } from '../fundamentals/shares.ts'
import { marketAt } from '../listing.ts'
import type { Path } from '../path.ts'
import { dailyTable } from '../table.ts'
import { limitDown, limitPercent, limitUp } from '../ticks.ts'
import type { World } from '../world.ts'

type Row = Cells<typeof TaiwanStockDailyPriceLimit>

/** Cents to a decimal of four places; a limit of 0 is none. */
const price = (cents: number): number | null => (cents > 0 ? cents * 100 : null)

/**
 * The limits of the day after the newest one, known as soon as it closed. Left out where a corporate action or a
 * listing falls on that day, as its base is published on the day itself.
 */
function rowAhead({ ahead, plans, through }: World, path: Path): Row | null {
  const { security } = path
  const next = through + 1
  const day = ahead.days[next]
  const isListed =
    path.first < next && path.last === through && (security.delisted === null || day! < security.delisted)
  if (day === undefined || !isListed) return null
  if (plans.get(security.id)!.some(({ kind, at }) => at === next && kind !== 'halt')) return null
  const base = priceAt(path, through)
  const isNew = next - path.first < 5 && path.first > 0
  const percent = security.limits * limitPercent(day)
  const isLimited = security.limits > 0 && !isNew
  return {
    stock_id: security.id,
    trade_date: day,
    market: marketAt(security, day),
    reference_price: price(base),
    limit_up: isLimited ? price(limitUp(base, security.ticks, percent)) : null,
    limit_down: isLimited ? price(limitDown(base, security.ticks, percent)) : null,
  }
}

export const dailyPriceLimit = dailyTable(TaiwanStockDailyPriceLimit, (world, push, from, to) => {
  const { paths, calendar, firstOf, through } = world
  for (const path of paths) {
    const { security, reference } = path
    for (let t = Math.max(from, firstOf(path)); t <= Math.min(to, path.last); t++)
      push({
        stock_id: security.id,
        trade_date: calendar.days[t]!,
        market: marketAt(security, calendar.days[t]!),
        reference_price: price(reference[t]!),
        limit_up: price(path.limitUp[t]!),
        limit_down: price(path.limitDown[t]!),
      })
    const next = to === through ? rowAhead(world, path) : null
    if (next) push(next)
  }
})
