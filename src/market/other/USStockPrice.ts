import { USStockPrice } from '../../catalogue/other/USStockPrice.ts'
import { dayOfMonth, monthOf } from '../../days.ts'
import { nameBits, normal, smooth, uniform } from '../random.ts'
import { wholeTable } from '../table.ts'
import { isUsSession } from './holidays.ts'
import { dailyStart, newestOf, sessions } from './span.ts'
import { createUsMarket, type UsSeries } from './usMarket.ts'

const cents = (price: number): number => Math.max(1, Math.round(price * 100))

/** True on the first session on or after the ninth of a month in which the security goes without its dividend. */
const isExDay = ({ month, monthsBetween, dividend }: UsSeries, day: number, previous: number): boolean =>
  dividend > 0 &&
  (monthOf(day) - month + 12) % monthsBetween === 0 &&
  dayOfMonth(day) >= 9 &&
  (dayOfMonth(previous) < 9 || monthOf(previous) !== monthOf(day))

export const usStockPrice = wholeTable(USStockPrice, (world, push) => {
  const { seed } = world
  const days = [...sessions(dailyStart(world), newestOf(world) - 1, isUsSession)]
  for (const series of createUsMarket(world)) {
    const { id, closeAt, since, volume, range, dividend } = series
    const key = nameBits(id)
    const closes = days.map((day) => cents(closeAt(day)))
    // Prices before a dividend are lowered by the payment, counted back from the newest day.
    const factors = new Float64Array(days.length).fill(1)
    for (let i = days.length - 2; i >= 0; i--)
      factors[i] = factors[i + 1]! * (isExDay(series, days[i + 1]!, days[i]!) ? 1 - dividend : 1)
    for (let i = 1; i < days.length; i++) {
      const day = days[i]!
      if (day <= since) continue
      const before = closes[i - 1]!
      const close = closes[i]!
      const change = Math.log(close / before)
      const start = change * (0.2 + 0.5 * uniform(seed, key, 4480, day)) + 0.3 * range * normal(seed, key, 4481, day)
      const open = Math.max(1, Math.round(before * Math.exp(start)))
      // The highest and lowest point of a random walk between two known ends.
      const within = range * range
      const reach = (salt: number) =>
        Math.sqrt((start - change) ** 2 - 2 * within * Math.log(uniform(seed, key, salt, day)))
      const edge = (log: number) => Math.max(1, Math.round(before * Math.exp(log)))
      const high = Math.max(open, close, edge((start + change + reach(4482)) / 2))
      const low = Math.min(open, close, edge((start + change - reach(4483)) / 2))
      const mood = 0.22 * smooth(day / 9, seed, key, 4484) + 0.14 * normal(seed, key, 4485, day)
      const excitement = Math.min(3, Math.abs(change) / (2 * range))
      push({
        stock_id: id,
        trade_date: day,
        open: open * 100,
        high: high * 100,
        low: low * 100,
        close: close * 100,
        adj_close: Math.round(close * factors[i]! * 100),
        volume: volume === null ? null : Math.round(volume * Math.exp(mood - 0.2 + 0.3 * excitement)),
      })
    }
  }
})
