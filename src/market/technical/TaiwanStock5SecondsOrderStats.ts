import { TaiwanStock5SecondsOrderStats } from '../../catalogue/technical/TaiwanStock5SecondsOrderStats.ts'
import { marketAt } from '../listing.ts'
import { between, uniform } from '../random.ts'
import { newestTable } from '../table.ts'
import { lastTrade, steps, times } from './intraday.ts'
import { headlineDays } from './TaiwanIndex5Seconds.ts'
import { totalsOf } from './totals.ts'

/**
 * Running share of the day's trading: a rush at the open, a quiet middle, nothing while the closing auction gathers.
 */
function progress(seed: number, t: number): Float64Array {
  const shares = new Float64Array(steps)
  const last = steps - 1
  for (let step = 1; step <= lastTrade; step++) {
    const rush = step === 1 ? 40 : 6 * Math.exp(-step / 160)
    const pace = 1 + rush + 0.8 * (step / lastTrade) ** 6
    shares[step] = shares[step - 1]! + pace * (0.4 + 1.2 * uniform(seed, 3911, t, step))
  }
  const auction = 0.035 + 0.035 * uniform(seed, 3912, t)
  const sum = shares[lastTrade]! / (1 - auction)
  for (let step = 1; step <= lastTrade; step++) shares[step]! /= sum
  shares.fill(1 - auction, lastTrade + 1, last)
  shares[last] = 1
  return shares
}

export const orderStats5Seconds = newestTable(TaiwanStock5SecondsOrderStats, (world, push, from, to) => {
  const { seed, calendar, options, through } = world
  const first = options.momentsFrom === undefined ? Math.max(0, through - headlineDays + 1) : from
  const totals = totalsOf(world, first, to, ({ security }, day) => marketAt(security, day) === 'TWSE')
  for (let t = first; t <= to; t++) {
    const volume = totals.volume[t - first]!
    const turnover = totals.turnover[t - first]! * 100
    const trades = totals.trades[t - first]!
    const traded = progress(seed, t)
    // Orders wait from half past eight on, come faster than trades and go on through the closing auction.
    const waiting = 0.025 + 0.02 * uniform(seed, 3913, t)
    const ordered = (step: number) =>
      waiting + (1 - waiting) * (0.55 * traded[step]! ** 0.9 + 0.45 * (step / (steps - 1)))
    const times10 = (salt: number, low: number, high: number) => between(low, high, seed, salt, t) / 10
    const buyVolume = volume * times10(3914, 22, 36)
    const sellVolume = volume * times10(3915, 18, 30)
    const buyOrders = trades * times10(3916, 60, 90)
    const sellOrders = trades * times10(3917, 60, 90)
    for (let step = 0; step < steps; step++) {
      const orders = ordered(step)
      const share = traded[step]!
      push({
        stock_id: 'MARKET',
        trade_date: calendar.days[t]!,
        trade_time: times[step]!,
        buy_order_count: Math.floor(buyOrders * orders),
        // Orders on the board come in lots of a thousand shares.
        buy_order_volume: Math.floor((buyVolume * orders) / 1000) * 1000,
        sell_order_count: Math.floor(sellOrders * orders),
        sell_order_volume: Math.floor((sellVolume * orders) / 1000) * 1000,
        trade_count: Math.floor(trades * share ** 1.02),
        volume: Math.floor(volume * share),
        turnover: Math.floor(turnover * share ** 0.985),
      })
    }
  }
})
