import { TaiwanStockPER } from '../../catalogue/technical/TaiwanStockPER.ts'
import { dayOf } from '../../days.ts'
import { halfUp } from '../fundamentals/amounts.ts'
import { isCompany, restated } from '../fundamentals/shares.ts'
import { valuationsOf } from '../fundamentals/valuation.ts'
import { marketAt } from '../listing.ts'
import type { Path } from '../path.ts'
import { dailyTable } from '../table.ts'

/** The over-the-counter market names the statement it used since this day. */
const namedSince = dayOf('2025-01-02')

/** Cents: the last close, or after a par change or reduction without a trade the price it resumed from. */
function lastClose(path: Path, position: number): number {
  let at = position
  while (at >= path.first && path.close[at] === 0) at--
  if (at < path.first) return 0
  return at < position && restated(path, at, position) !== 1 ? path.reference[position]! : path.close[at]!
}

const ratio = (close: number, perShare: number | null): number | null =>
  perShare === null || perShare <= 0 ? null : halfUp(close * 100, perShare)

export const per = dailyTable(TaiwanStockPER, (world, push, from, to) => {
  const { paths, calendar, firstOf } = world
  for (const path of paths) {
    const { security } = path
    const start = Math.max(from, firstOf(path))
    const end = Math.min(to, path.last)
    if (!isCompany(path) || start > end) continue
    const steps = valuationsOf(world, path)
    let step = steps.findLastIndex(({ position }) => position <= start)
    for (let t = start; t <= end; t++) {
      while (step + 1 < steps.length && steps[step + 1]!.position <= t) step++
      const close = path.close[t]! > 0 ? path.close[t]! : lastClose(path, t)
      if (close === 0) continue
      const known = steps[step]!
      const day = calendar.days[t]!
      const market = marketAt(security, day)
      const isListed = market === 'TWSE'
      push({
        stock_id: security.id,
        trade_date: day,
        market,
        pe_ratio: ratio(close, known.eps),
        pb_ratio: ratio(close, known.bookValue),
        dividend_yield: known.dividend === null ? null : halfUp(known.dividend, close),
        dividend_year: known.dividendYear,
        dividend_per_share: isListed || known.dividend === null ? null : Math.round(known.dividend / 100),
        fiscal_period: isListed || day >= namedSince ? known.fiscalPeriod : null,
      })
    }
  }
})
