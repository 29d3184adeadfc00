import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import type { Cells } from '../../lake/batch.ts'
import { type Path, traded } from '../path.ts'
import { dailyTable } from '../table.ts'

/** Cents to a decimal of four places. */
const places = 100

/** The row of one security on one day it is listed. */
const priceRow = (path: Path, t: number, day: number): Cells<typeof TaiwanStockPrice> => {
  const hasPrice = path.status[t] === traded
  const price = (cents: number) => (hasPrice ? cents * places : null)
  return {
    stock_id: path.security.id,
    trade_date: day,
    open: price(path.open[t]!),
    high: price(path.high[t]!),
    low: price(path.low[t]!),
    close: price(path.close[t]!),
    volume: path.volume[t]!,
    turnover: path.turnover[t]! * 100,
    trade_count: path.trades[t]!,
    spread: price(path.close[t]! - path.reference[t]!),
  }
}

export const price = dailyTable(TaiwanStockPrice, ({ paths, calendar, firstOf }, push, from, to) => {
  for (const path of paths)
    for (let t = Math.max(from, firstOf(path)); t <= Math.min(to, path.last); t++)
      push(priceRow(path, t, calendar.days[t]!))
})
