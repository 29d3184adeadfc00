import { dayOf } from '../../days.ts'
import type { Path } from '../path.ts'
import { normal, smooth } from '../random.ts'
import { numbers, orNull, readTable } from '../readTable.ts'
import type { World } from '../world.ts'
import { midRates } from './currencies.ts'
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
export type UsSeries = {
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

export function createUsMarket(world: World): UsSeries[] {
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
