import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { dayOf } from '../days.ts'
import { type Batch, createBatch } from '../lake/batch.ts'
import { createPaths } from './paths.ts'
import { priceRow } from './technical/TaiwanStockPrice.ts'
import { createGround, type MarketOptions } from './world.ts'

const securitiesAtOnce = 50

/** Daily prices of every security, some securities at a time, for scales at which the whole market does not fit. */
export async function* streamPrices(
  options: MarketOptions,
  through: string,
  onSecurity: (done: number, of: number) => void,
): AsyncGenerator<Batch> {
  const ground = createGround(options, through)
  const { calendar, securities } = ground
  const from = calendar.atOrAfter(dayOf(options.from))
  let batch = createBatch(TaiwanStockPrice)
  let done = 0
  for (const path of createPaths(ground)) {
    onSecurity(done++, securities.length)
    for (let t = Math.max(from, path.first); t <= path.last; t++) batch.push(priceRow(path, t, calendar.days[t]!))
    if (done % securitiesAtOnce === 0) {
      yield batch
      batch = createBatch(TaiwanStockPrice)
    }
  }
  yield batch
}
