import { dayOf } from '../../days.ts'
import type { Path } from '../path.ts'
import { normal, smooth } from '../random.ts'
import type { World } from '../world.ts'
import { midRates } from './currencies.ts'
import { funds, indices, receipts, shares, type UsSecurity } from './usListing.ts'
import { createWalk } from './walk.ts'

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
  const levels = indices.map((security, i) => seriesOf(security, 4410 + i))
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
  return [...levels, vix, ...followers, ...abroad, ...shares.map((security, i) => seriesOf(security, 4450 + i))]
}
