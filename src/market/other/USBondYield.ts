import { USBondYield } from '../../catalogue/other/USBondYield.ts'
import { dayOf } from '../../days.ts'
import { normal } from '../random.ts'
import { readTable } from '../readTable.ts'
import { wholeTable } from '../table.ts'
import type { World } from '../world.ts'
import { isBondSession } from './holidays.ts'
import { banks, decisionsOf, targetRate } from './policy.ts'
import { dailyStart, newestOf, sessions } from './span.ts'
import { createWalk } from './walk.ts'

/** Each with the day it was first published. */
const tenors = readTable('other/tenors.tsv', { tenor: String, months: Number, name: String, since: dayOf })

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
  for (const [index, { tenor, months, name, since }] of tenors.entries())
    for (const day of days) {
      if (day < since) continue
      const own = 0.006 * normal(world.seed, 4210 + index, day)
      const value = Math.max(0.01, curve(months / 12, day) + own)
      push({ tenor, trade_date: day, name: `United States ${name}`, value: Math.round(value * 100) * 100 })
    }
})
