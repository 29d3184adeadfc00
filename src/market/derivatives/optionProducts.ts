import { nameBits } from '../random.ts'
import type { Product, Tick } from './products.ts'

export type OptionProduct = Product & {
  readonly months: number
  /** Strikes shown on either side of the one at the money, of the nearest month and of other expiries. */
  readonly front: number
  readonly width: number
  /** Step between strikes of monthly and weekly contracts; null: about 1.5 % of the price. */
  readonly steps: { readonly month: number; readonly week: number } | null
}

/** Bands of an option premium: below the first number the second one is the step, beyond them all `last`. */
const bands = (last: number, ...steps: (readonly [number, number])[]): Tick => {
  const limits = steps.map(([below]) => below * 10_000)
  const units = [...steps.map(([, step]) => step), last].map((step) => Math.round(step * 10_000))
  return (price) => {
    let band = 0
    while (price >= limits[band]!) band++
    return units[band]!
  }
}

const option = (
  id: string,
  underlying: string,
  label: string,
  multiplier: number,
  tick: Tick,
  [interest, turnover]: [number, number],
  more: Partial<OptionProduct> = {},
): OptionProduct => ({
  id,
  key: nameBits(id),
  underlying,
  multiplier,
  tick,
  hasNight: false,
  interest,
  turnover,
  stem: id,
  weekStem: null,
  label,
  finalTick: 500,
  group: id,
  months: 1,
  front: 1,
  width: 1,
  steps: null,
  ...more,
})

export const optionProducts: readonly OptionProduct[] = [
  option('TXO', 'TAIEX', '臺指選', 50, bands(10, [10, 0.1], [50, 0.5], [500, 1], [1000, 5]), [72_000, 430_000], {
    hasNight: true,
    weekStem: 'TX',
    finalTick: 10_000,
    months: 2,
    front: 16,
    width: 8,
    steps: { month: 200, week: 100 },
  }),
  option('TEO', 'IX0027', '電指選', 1000, bands(0.5, [0.5, 0.005], [2.5, 0.025], [25, 0.05], [50, 0.25]), [420, 160]),
  option('TFO', 'IX0039', '金指選', 1000, bands(2, [2, 0.02], [10, 0.1], [100, 0.2], [200, 1]), [1_600, 420], {
    finalTick: 2_000,
  }),
  option(
    'CDO',
    '2330',
    '台積電選擇權',
    2000,
    bands(5, [5, 0.01], [15, 0.05], [50, 0.1], [150, 0.5], [1000, 1]),
    [700, 130],
    { finalTick: 100, group: 'STO' },
  ),
]
