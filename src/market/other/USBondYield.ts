import { USBondYield } from '../../catalogue/other/USBondYield.ts'
import { dayOf } from '../../days.ts'
import { normal } from '../random.ts'
import { wholeTable } from '../table.ts'
import type { World } from '../world.ts'
import { isBondSession } from './holidays.ts'
import { banks, decisionsOf, targetRate } from './policy.ts'
import { dailyStart, newestOf, sessions } from './span.ts'
import { createWalk } from './walk.ts'

/** Tenor, its years, its printed name and the day it was first published. */
const tenors = [
  ['1M', 1 / 12, '1-Month', '2001-07-31'],
  ['1.5M', 1.5 / 12, '1.5-Month', '2025-02-18'],
  ['2M', 2 / 12, '2-Month', '2018-10-16'],
  ['3M', 3 / 12, '3-Month', '1990-01-02'],
  ['4M', 4 / 12, '4-Month', '2022-10-19'],
  ['6M', 6 / 12, '6-Month', '1990-01-02'],
  ['1Y', 1, '1-Year', '1990-01-02'],
  ['2Y', 2, '2-Year', '1990-01-02'],
  ['3Y', 3, '3-Year', '1990-01-02'],
  ['5Y', 5, '5-Year', '1990-01-02'],
  ['7Y', 7, '7-Year', '1990-01-02'],
  ['10Y', 10, '10-Year', '1990-01-02'],
  ['20Y', 20, '20-Year', '1993-10-01'],
  ['30Y', 30, '30-Year', '2006-02-09'],
] as const

/** Years over which the short end gives way to the long end. */
const decay = 2.2

/** Percent: a curve from the policy rate to a long level, with a hump of its own, so that neighbours move together. */
function createCurve(world: World): (years: number, day: number) => number {
  // A fund of bonds of twenty years loses about a sixteenth when they yield a point more.
  const long = createWalk(world, { salt: 4201, move: 0.015, pull: 0.003, like: ['00679B', -6.5] })
  const hump = createWalk(world, { salt: 4202, move: 0.05, pull: 0.006 })
  const front = createWalk(world, { salt: 4203, move: 0.018, pull: 0.03 })
  const decisions = decisionsOf(world.seed, 0, newestOf(world))
  const policy = (day: number) => decisions.findLast((decision) => decision.day <= day)!.rate
  return (years, day) => {
    const short = 0.7 * policy(day) + 0.3 * targetRate(world.seed, banks[0]!, 0, day) + front(day)
    // Bond traders expect half of a policy cycle to last.
    const level = 4.2 + 0.35 * (short - 3.1) + long(day)
    const x = years / decay
    const weight = (1 - Math.exp(-x)) / x
    return level + (short - level) * weight + hump(day) * (weight - Math.exp(-x))
  }
}

export const usBondYield = wholeTable(USBondYield, (world, push) => {
  const curve = createCurve(world)
  const days = [...sessions(dailyStart(world), newestOf(world) - 1, isBondSession)]
  for (const [index, [tenor, years, name, since]] of tenors.entries())
    for (const day of days) {
      if (day < dayOf(since)) continue
      const own = 0.006 * normal(world.seed, 4210 + index, day)
      const value = Math.max(0.01, curve(years, day) + own)
      push({ tenor, trade_date: day, name: `United States ${name}`, value: Math.round(value * 100) * 100 })
    }
})
