import type { World } from '../world.ts'
import { createWalk, type Walk } from './walk.ts'

/**
 * How the bank quotes a currency: the US dollars for one unit about which the rate swings, the part of the middle rate it
 * takes on each side, and the places it prints.
 */
const currency = (
  code: string,
  dollars: number,
  move: number,
  spot: number | null,
  cash: number | null,
  places: number,
) => ({ code, dollars, move, spot, cash, places })
export type Currency = ReturnType<typeof currency>

export const currencies: readonly Currency[] = [
  currency('USD', 1, 0, 0.0016, 0.0114, 3),
  currency('HKD', 1 / 7.81, 0.0002, 0.0077, 0.025, 3),
  currency('GBP', 1.32, 0.0052, 0.0049, 0.025, 3),
  currency('AUD', 0.69, 0.0062, 0.0048, 0.017, 3),
  currency('CAD', 0.715, 0.0042, 0.0048, 0.018, 3),
  currency('SGD', 0.775, 0.003, 0.0038, 0.018, 3),
  currency('CHF', 1.2, 0.0048, 0.0041, 0.016, 3),
  currency('JPY', 0.0065, 0.0056, 0.0096, 0.031, 4),
  currency('ZAR', 0.059, 0.0095, 0.023, null, 3),
  currency('SEK', 0.101, 0.006, 0.017, null, 3),
  currency('NZD', 0.58, 0.0062, 0.0054, 0.019, 3),
  currency('THB', 0.0302, 0.0036, 0.021, 0.105, 4),
  currency('PHP', 0.0166, 0.0036, null, 0.12, 4),
  currency('IDR', 0.0000575, 0.0042, null, 0.18, 5),
  currency('EUR', 1.14, 0.0046, 0.0056, 0.0195, 3),
  currency('KRW', 0.00072, 0.005, null, 0.085, 5),
  currency('VND', 0.0000386, 0.0016, null, 0.17, 5),
  currency('MYR', 0.24, 0.0034, null, 0.12, 3),
  currency('CNY', 0.146, 0.0018, 0.0055, 0.017, 3),
]

/** TWD for a US dollar in the middle of the swings. */
const dollarLevel = 31

/** Middle rate in TWD for one unit; foreign money earns less of the local currency when local shares rise. */
export function midRates(world: World): (code: string, day: number) => number {
  const dollar = createWalk(world, { salt: 4001, move: 0.0026, pull: 0.0018, taiwan: -0.07 })
  const own = new Map<string, { level: number; walk: Walk }>(
    currencies.map(({ code, dollars, move }, i) => [
      code,
      {
        level: dollarLevel * dollars,
        walk: move === 0 ? () => 0 : createWalk(world, { salt: 4010 + i, move, pull: 0.002 }),
      },
    ]),
  )
  return (code, day) => {
    const { level, walk } = own.get(code)!
    return level * Math.exp(dollar(day) + walk(day))
  }
}
