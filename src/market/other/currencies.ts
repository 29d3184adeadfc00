import { orNull, readTable } from '../readTable.ts'
import type { World } from '../world.ts'
import { createWalk, type Walk } from './walk.ts'

/**
 * How the bank quotes a currency: the US dollars for one unit about which the rate swings, the part of the middle rate it
 * takes on each side, and the places it prints.
 */
export const currencies = readTable('other/currencies.tsv', {
  code: String,
  dollars: Number,
  move: Number,
  spot: orNull(Number),
  cash: orNull(Number),
  places: Number,
})

/** TWD for a US dollar in the middle of the swings. */
const dollarLevel = 31

/** Middle rate in TWD for one unit; foreign money earns less of the local currency when local shares rise. */
export function midRates(world: World): (code: string, day: number) => number {
  const dollar = createWalk(world, { salt: 4001, move: 0.0026, pull: 0.0018, taiwan: -0.07 })
  const own = new Map(
    currencies.map(({ code, dollars, move }, i) => {
      const walk: Walk = move === 0 ? () => 0 : createWalk(world, { salt: 4010 + i, move, pull: 0.002 })
      return [code, (day: number) => dollarLevel * dollars * Math.exp(dollar(day) + walk(day))] as const
    }),
  )
  return (code, day) => own.get(code)!(day)
}
