import { calendarDay, monthOf, yearOf } from '../days.ts'
import { industryOf } from './industries.ts'
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

/** Price to yearly earnings that the company tends to. */
const multipleOf = (seed: number, security: Security): number =>
  industryOf(security)!.multiple * Math.exp(0.22 * normal(seed, security.key, 13))

/** One company in sixteen makes losses in bad years. */
const isCyclical = (seed: number, security: Security): boolean => uniform(seed, security.key, 14) < 1 / 16

/** Months between the waves of a company whose orders come in waves: two years of a boom, then one without. */
const wavelength = 36

/** One company in eight, but no giant, grows by half in one year and loses it again two years later; which year is its own. */
const waveAt = (seed: number, security: Security, month: number): number => {
  const { key } = security
  if (uniform(seed, key, 2020) >= 1 / 8 || sizeOf(security) > 0.75) return 1
  const phase = (month + Math.floor(wavelength * uniform(seed, key, 2021))) % wavelength
  return phase < 24 ? 1.13 : 0.73
}

/** The business of a month (0 is January of the year 0), as a multiple of the usual. */
export const businessOf = (seed: number, security: Security, month: number): number => {
  const { key } = security
  const year = 2 * Math.PI * ((month % 12) / 12 + uniform(seed, key, 2022))
  const season = (1 + (0.03 + 0.07 * uniform(seed, key, 2023)) * Math.sin(year)) * (month % 12 === 1 ? 0.88 : 1)
  // The months of a giant differ less, and better times last half a year.
  const rough = industryOf(security)!.roughness * (1.1 - 0.75 * sizeOf(security))
  const noise = rough * normal(seed, key, 2024, month) + 0.06 * smooth(month / 6, seed, key, 2025)
  return season * Math.exp(noise) * waveAt(seed, security, month)
}

/**
 * Net income of a whole quarter (0 is the first of 2000), TWD, in thousands as filings print it. It follows the business
 * of the quarter's months, so that margins change slowly.
 */
export const netIncome = (seed: number, security: Security, quarter: number): number => {
  const middle = calendarDay(2000 + Math.floor(quarter / 4), (quarter % 4) * 3 + 2, 15)
  const base = fairValue(seed, security, middle) / multipleOf(seed, security) / 4
  const first = 24_000 + quarter * 3
  const business = [0, 1, 2].reduce((sum, n) => sum + businessOf(seed, security, first + n), 0) / 3
  const slow = smooth(quarter / 6, seed, security.key, 15)
  const margin = isCyclical(seed, security)
    ? 0.45 + 1.1 * slow
    : Math.exp(0.04 * slow + 0.015 * normal(seed, security.key, 16, quarter))
  return Math.round((base * business * margin) / 1000) * 1000
}
