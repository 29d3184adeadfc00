import { USStockPrice } from '../../catalogue/other/USStockPrice.ts'
import { dayOf, dayOfMonth, monthOf } from '../../days.ts'
import type { Path } from '../path.ts'
import { nameBits, normal, smooth, uniform } from '../random.ts'
import { numbers, orNull, readTable } from '../readTable.ts'
import { wholeTable } from '../table.ts'
import type { World } from '../world.ts'
import { midRates } from './currencies.ts'
import { isUsSession } from './holidays.ts'
import { dailyStart, newestOf, sessions } from './span.ts'
import { createWalk } from './walk.ts'

/**
 * American securities that are followed: the rough level around the middle of 2026 and the trend a year, in logs; the
 * sensitivity to the market, to technology and to chip makers; the own move a day; shares on a usual day, null where no
 * volume is published; and yearly dividends as a part of the price, paid every quarter from a month on.
 */
const securities = readTable('other/usSecurities.tsv', {
  id: String,
  kind: String,
  level: Number,
  growth: Number,
  betas: numbers,
  move: Number,
  volume: orNull(Number),
  dividend: Number,
  month: Number,
})
type UsSecurity = (typeof securities)[number]

/** Funds that follow an index: price for a point of it. */
const funds = [
  { id: 'SPY', index: '^GSPC', scale: 0.0998, volume: 7.4e7, dividend: 0.0118, month: 3 },
  { id: 'QQQ', index: '^IXIC', scale: 0.02595, volume: 4.8e7, dividend: 0.0052, month: 3 },
  { id: 'DIA', index: '^DJI', scale: 0.00999, volume: 3.6e6, dividend: 0.0155, month: 3 },
] as const

/** Receipts for shares that trade in Taipei: the number of shares, and the usual premium. */
const receipts = [
  { id: 'TSM', of: '2330', units: 5, premium: 0.16, volume: 1.25e7, dividend: 0.0125, times: 4, month: 3 },
  { id: 'UMC', of: '2303', units: 5, premium: 0.01, volume: 1.05e7, dividend: 0.05, times: 1, month: 7 },
  { id: 'ASX', of: '3711', units: 2, premium: 0.03, volume: 7.5e6, dividend: 0.028, times: 1, month: 7 },
] as const

/** One American series: its close on any day, from the day it exists. */
type UsSeries = {
  readonly id: string
  readonly closeAt: (day: number) => number
  readonly since: number
  readonly volume: number | null
  /** Each payment as a part of the price, and the months it falls into: one of them and how far apart they are. */
  readonly dividend: number
  readonly month: number
  readonly monthsBetween: 3 | 12
  /** Usual size of moves within a session. */
  readonly range: number
}

const levelDay = dayOf('2026-07-01')
const pull = 0.0015

/** The moves that American securities share; Taipei closes first, and its day is part of New York's. */
const createTides = (world: World) => [
  createWalk(world, { salt: 4401, move: 0.0088, pull, taiwan: 0.22 }),
  createWalk(world, { salt: 4402, move: 0.0052, pull }),
  createWalk(world, { salt: 4403, move: 0.0105, pull }),
]

/** Last price in Taipei on or before a day, in cents of the share as it is counted in the listing. */
const lastPrice = ({ calendar }: World, { close, reference, shares, security }: Path, day: number): number => {
  const t = calendar.atOrBefore(day)
  return ((close[t]! || reference[t]!) * shares[t]!) / security.shares
}

/** The price of protection: the recent size of moves, higher after a fall. */
function createFear(world: World, market: (day: number) => number): (day: number) => number {
  return (day) => {
    let squares = 0
    let weight = 0
    for (let back = 0; back < 42; back++) {
      const move = market(day - back) - market(day - back - 1)
      squares += 0.94 ** back * move * move
      weight += 0.94 ** back * (5 / 7)
    }
    const recent = Math.sqrt((squares / weight) * 252) * 100
    const fallen = market(day - 5) - market(day)
    const mood = 1.6 * smooth(day / 25, world.seed, 4404) + 0.5 * normal(world.seed, 4405, day)
    return Math.max(9.5, Math.min(85, 4.5 + 0.85 * recent + 90 * fallen + mood))
  }
}

function createUsMarket(world: World): UsSeries[] {
  const tides = createTides(world)
  const mid = midRates(world)
  const epoch = world.calendar.days[0]!
  const seriesOf = (security: UsSecurity, salt: number): UsSeries => {
    const { id, level, growth, betas, move, volume, dividend, month } = security
    const own = createWalk(world, { salt, move, pull: 0.003 })
    const closeAt = (day: number) => {
      let log = (growth * (day - levelDay)) / 365.25 + own(day)
      for (let i = 0; i < 3; i++) log += betas[i]! * tides[i]!(day)
      return level * Math.exp(log)
    }
    return {
      id,
      closeAt,
      since: epoch,
      volume,
      dividend: dividend / 4,
      month,
      monthsBetween: 3,
      range: 0.004 + 0.6 * move,
    }
  }
  const of = (kind: string) => securities.filter((one) => one.kind === kind)
  const levels = of('index').map((security, i) => seriesOf(security, 4410 + i))
  const followers = funds.map(({ id, index, scale, volume, dividend, month }): UsSeries => {
    const followed = levels.find((known) => known.id === index)!
    const closeAt = (day: number) => followed.closeAt(day) * scale
    return { ...followed, id, closeAt, volume, dividend: dividend / 4, month }
  })
  const abroad = receipts.flatMap(({ id, of, units, premium, volume, dividend, times, month }, i): UsSeries[] => {
    const path = world.pathOf(of)
    if (!path) return []
    const extra = (day: number) =>
      premium + 0.025 * smooth(day / 70, world.seed, 4430 + i) + 0.008 * normal(world.seed, 4440 + i, day)
    const closeAt = (day: number) => ((lastPrice(world, path, day) / 100) * units * (1 + extra(day))) / mid('USD', day)
    const since = world.calendar.days[path.first]!
    return [
      {
        id,
        closeAt,
        since,
        volume,
        dividend: dividend / times,
        month,
        monthsBetween: times === 4 ? 3 : 12,
        range: 0.012,
      },
    ]
  })
  const fear = createFear(world, tides[0]!)
  const vix: UsSeries = { ...levels[0]!, id: '^VIX', closeAt: fear, volume: null, range: 0.035 }
  return [...levels, vix, ...followers, ...abroad, ...of('share').map((security, i) => seriesOf(security, 4450 + i))]
}

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
