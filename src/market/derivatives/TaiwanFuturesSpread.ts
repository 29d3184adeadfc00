import { TaiwanFuturesSpread } from '../../catalogue/derivatives/TaiwanFuturesSpread.ts'
import { dailyTable } from '../table.ts'
import { sessionsOf } from './life.ts'
import { pairsIn, spreadQuote } from './spreads.ts'

export const futuresSpread = dailyTable(TaiwanFuturesSpread, (world, push, from, to) => {
  const first = Math.max(from, world.from)
  for (const pair of pairsIn(world, first, to)) {
    const near_month = pair.near.contract.month
    const far_month = pair.far.contract.month
    let top: number | null = null
    let bottom: number | null = null
    // The highest and lowest price count from the pair's first day, also where the rows begin later.
    for (let t = pair.first; t <= Math.min(to, pair.last); t++)
      for (const trading_session of sessionsOf(t, pair.near, pair.far)) {
        const quote = spreadQuote(world, pair, trading_session, t)
        const isTraded = quote.amongSpreads > 0
        if (isTraded) {
          top = Math.max(top ?? quote.high, quote.high)
          bottom = Math.min(bottom ?? quote.low, quote.low)
        }
        if (t < first) continue
        push({
          trade_date: world.calendar.days[t]!,
          futures_id: pair.near.product.id,
          contract_month: `${near_month}/${far_month}`,
          near_month,
          far_month,
          trading_session,
          open: isTraded ? quote.open : null,
          high: isTraded ? quote.high : null,
          low: isTraded ? quote.low : null,
          close: isTraded ? quote.close : null,
          best_bid: quote.bid,
          best_ask: quote.ask,
          historical_high: top,
          historical_low: bottom,
          spread_to_spread_volume: quote.amongSpreads,
          spread_to_single_volume: quote.withSingles,
        })
      }
  }
})
