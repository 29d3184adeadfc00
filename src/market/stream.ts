import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { type Batch, createBatch } from '../lake/batch.ts'
import { dayOf } from './days.ts'
import { createPath } from './path.ts'
import { priceRow } from './technical/TaiwanStockPrice.ts'
import { createGround, type MarketOptions } from './world.ts'

const securitiesAtOnce = 50

/** Daily prices of every security, some securities at a time, for scales at which the whole market does not fit. */
export async function* streamPrices(
  options: MarketOptions,
  through: string,
  onSecurity: (done: number, of: number) => void,
): AsyncGenerator<Batch> {
  const { calendar, securities, factors, plans } = createGround(options, through)
  const from = calendar.atOrAfter(dayOf(options.from))
  let batch = createBatch(TaiwanStockPrice)
  for (const [i, security] of securities.entries()) {
    onSecurity(i, securities.length)
    const path = createPath(options.seed, security, calendar, factors, plans.get(security.id)!)
    for (let t = Math.max(from, path.first); t <= path.last; t++) batch.push(priceRow(path, t, calendar.days[t]!))
    if ((i + 1) % securitiesAtOnce === 0) {
      yield batch
      batch = createBatch(TaiwanStockPrice)
    }
  }
  yield batch
}
