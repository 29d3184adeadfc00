import { TaiwanMonthlyEconomicIndicator } from '../../catalogue/other/TaiwanMonthlyEconomicIndicator.ts'
import { addMonths } from '../../days.ts'
import { smooth } from '../random.ts'
import { wholeTable } from '../table.ts'
import type { World } from '../world.ts'
import { monthNumber, monthsOut } from './span.ts'

/** Months from 2000 to the middle of 2026, when the levels were noted. */
const levelMonth = 318

/** Boom and slump, about unit size; the leading index sees it early and the lagging one late. */
const cycle = (seed: number, month: number): number =>
  0.85 * smooth(month / 13, seed, 4301) + 0.3 * smooth(month / 5, seed, 4302)

const bands = [
  [16, 'blue'],
  [22, 'yellow_blue'],
  [31, 'green'],
  [37, 'yellow_red'],
  [45, 'red'],
] as const

const lightOf = (score: number): string => bands.find(([most]) => score <= most)![1]

/** Mean close of the TAIEX in a month, in points; null where the month is not simulated. */
function meanIndex({ taiex, calendar }: World, month: number): number | null {
  const from = calendar.atOrAfter(month)
  const to = calendar.atOrAfter(addMonths(month, 1))
  let sum = 0
  for (let t = from; t < to; t++) sum += taiex.close[t]!
  return to > from && sum > 0 ? sum / (to - from) / 100 : null
}

const growthMarks = [-0.22, -0.02, 0.11, 0.225]

/** Nine marks of 1 to 5: eight follow the cycle and one the stock market itself. */
function scoreOf(world: World, month: number): number {
  const n = monthNumber(month)
  const mark = (value: number) => Math.max(1, Math.min(5, Math.round(value)))
  const state = cycle(world.seed, n)
  let score = 0
  for (let part = 0; part < 8; part++) score += mark(3 + 1.35 * state + 0.6 * smooth(n / 4, world.seed, 4310 + part))
  const now = meanIndex(world, month)
  const before = meanIndex(world, addMonths(month, -12))
  const growth = now !== null && before !== null ? now / before - 1 : null
  return score + (growth === null ? mark(3 + state) : 1 + growthMarks.filter((least) => growth > least).length)
}

const places = (value: number): number => Math.round(value * 10_000)

export const monthlyEconomicIndicator = wholeTable(TaiwanMonthlyEconomicIndicator, (world, push) => {
  const { seed } = world
  for (const month of monthsOut(world, 27)) {
    const n = monthNumber(month)
    const years = (n - levelMonth) / 12
    const trend = 118 * Math.exp(0.032 * years)
    const leading = 100.4 + 2.4 * cycle(seed, n + 5)
    const coincident = 100.6 + 3 * cycle(seed, n)
    const lagging = 99.8 + 2.2 * cycle(seed, n - 5)
    const money = 29.6e12 * Math.exp(0.052 * years + 0.025 * smooth(n / 16, seed, 4320) + 0.008 * cycle(seed, n))
    const exports = 1.48e12 * Math.exp(0.075 * years + 0.09 * cycle(seed, n) + 0.03 * smooth(n, seed, 4321))
    const production = 114 * Math.exp(0.03 * years + 0.06 * cycle(seed, n) + 0.012 * smooth(n, seed, 4322))
    const jobless = 3.5 - 0.16 * cycle(seed, n - 6) + 0.08 * smooth(n / 3, seed, 4323)
    const index = meanIndex(world, month)
    const score = scoreOf(world, month)
    push({
      report_month: month,
      leading_index: places((leading * trend) / 100),
      leading_index_notrend: places(leading),
      coincident_index: places((coincident * trend) / 100),
      coincident_index_notrend: places(coincident),
      lagging_index: places((lagging * trend) / 100),
      lagging_index_notrend: places(lagging),
      monitoring_score: score,
      monitoring_light: lightOf(score),
      m1b: Math.round(money / 1e6) * 1e8,
      stock_price_index: index === null ? null : places(index),
      industrial_production_index: Math.round(production * 100) * 100,
      exports: Math.round(exports / 1e3) * 1e5,
      unemployment_rate: Math.round(jobless * 100),
    })
  }
})
