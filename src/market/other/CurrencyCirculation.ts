import { CurrencyCirculation } from '../../catalogue/other/CurrencyCirculation.ts'
import { addMonths, monthOf, yearOf } from '../../days.ts'
import { smooth, uniform } from '../random.ts'
import { wholeTable } from '../table.ts'
import { monthNumber, monthsOut } from './span.ts'

/** Months from 2000 to the middle of 2026, when the levels were noted. */
const levelMonth = 318

/** Both publishers print millions. */
const unit = 1e6

/** A figure is `out` on that day of the following month. */
const taiwan = { country: 'TW', currency: 'TWD', level: 3.56e12, growth: 0.052, salt: 4220, out: 25 }
const america = { country: 'US', currency: 'USD', level: 2.43e12, growth: 0.031, salt: 4222, out: 20 }
type Country = typeof taiwan

/** Households draw notes for the red envelopes of the lunar new year, which falls in late January or February. */
const holiday = (seed: number, { salt }: Country, month: number): number => {
  if (salt !== taiwan.salt) return 0
  const late = uniform(seed, 4221, yearOf(month))
  if (monthOf(month) === 1) return 0.055 - 0.035 * late
  if (monthOf(month) === 2) return 0.02 + 0.045 * late
  return 0.004 * Math.sin((monthOf(month) / 12) * 2 * Math.PI)
}

const amountOf = (seed: number, country: Country, month: number): number => {
  const { level, growth, salt } = country
  const n = monthNumber(month)
  const log = (growth * (n - levelMonth)) / 12 + 0.02 * smooth(n / 15, seed, salt) + holiday(seed, country, month)
  return Math.round((level * Math.exp(log)) / unit) * unit
}

export const currencyCirculation = wholeTable(CurrencyCirculation, (world, push) => {
  for (const country of [taiwan, america]) {
    let row = 0
    for (const month of monthsOut(world, country.out)) {
      const amount = amountOf(world.seed, country, month)
      const before = amountOf(world.seed, country, addMonths(month, -12))
      // Taiwan's growth is published; America's is computed here, from rows that must exist.
      const isKnown = country === taiwan || row >= 12
      push({
        country: country.country,
        report_month: month,
        currency: country.currency,
        amount: amount * 100,
        yoy_percent: isKnown ? Math.round((amount / before - 1) * 10_000) : null,
        basis: 'daily_average',
      })
      row++
    }
  }
})
