import { calendarDay, monthOf, yearOf } from '../days.ts'
import { type Security, sizeOf } from './listing.ts'
import { kept } from './oncePer.ts'
import { normal, smooth, smoothLine, uniform } from './random.ts'

/** The value and earnings of a company as smooth functions of time, the basis of both prices and statements. */

/** Quarters since the first of 2000; a real number inside a quarter. Kept by day: every security asks for every day. */
export const quarterAt = kept((day: number): number => {
  const year = yearOf(day)
  const month = monthOf(day)
  const start = calendarDay(year, month, 1)
  const length = calendarDay(year, month + 1, 1) - start
  return (year - 2000) * 4 + (month - 1 + (day - start) / length) / 3
})

const drift = 0.085
/** The middle of 2026, when the listing's price levels were noted. */
export const anchorQuarter = 106

/** The usual growth of companies from the start of a quarter to the start of a day's quarter, as a factor. */
export const growthSince = (quarter: number, day: number): number =>
  Math.exp((drift * (Math.floor(quarterAt(day)) - quarter)) / 4)

/** The level that the market value of a company swings about, TWD, by day. */
export const fairValues = (seed: number, security: Security): ((day: number) => number) => {
  const { key, shares, anchor } = security
  // The business of a giant swings less than that of a small company.
  const swing = 1.25 - sizeOf(security)
  const slow = smoothLine(seed, key, 11)
  const fast = smoothLine(seed, key, 12)
  return (day) => {
    const quarter = quarterAt(day)
    const growth = swing * (0.36 * slow(quarter / 14) + 0.14 * fast(quarter / 4))
    return shares * anchor * Math.exp((drift * (quarter - anchorQuarter)) / 4 + growth)
  }
}

/** The same of one day. */
export const fairValue = (seed: number, security: Security, day: number): number => fairValues(seed, security)(day)

const sectorMultiple: Readonly<Record<string, number>> = {
  '17': 12,
  '15': 9,
  '10': 14,
  '14': 10,
  '24': 21,
  '22': 26,
  '05': 20,
}

/** Price to yearly earnings that the company tends to. */
const multipleOf = (seed: number, security: Security): number =>
  (sectorMultiple[security.industry ?? ''] ?? 16) * Math.exp(0.22 * normal(seed, security.key, 13))

/** One company in sixteen makes losses in bad years. */
const isCyclical = (seed: number, security: Security): boolean => uniform(seed, security.key, 14) < 1 / 16

/** Net income of a whole quarter (0 is the first of 2000), TWD, in thousands as filings print it. */
export const netIncome = (seed: number, security: Security, quarter: number): number => {
  const middle = calendarDay(2000 + Math.floor(quarter / 4), (quarter % 4) * 3 + 2, 15)
  const base = fairValue(seed, security, middle) / multipleOf(seed, security) / 4
  const season = 1 + 0.08 * Math.sin((quarter % 4) * 1.7 + (security.key % 7))
  const swing = isCyclical(seed, security)
    ? 0.45 + 1.1 * smooth(quarter / 5, seed, security.key, 15)
    : Math.exp(0.1 * normal(seed, security.key, 16, quarter))
  return Math.round((base * season * swing) / 1000) * 1000
}
