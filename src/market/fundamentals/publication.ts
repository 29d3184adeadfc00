import { addMonths, calendarDay } from '../../days.ts'
import { type Market, marketAt, type Security } from '../listing.ts'
import { between } from '../random.ts'
import type { World } from '../world.ts'

/** The publication of companies' reports: all of a period at once, on the due date at the latest. */

/** Quarters count from the first of 2000, months from the year 0. */
export const monthIndex = (year: number, month: number): number => year * 12 + month - 1
export const firstOfMonth = (month: number): number => calendarDay(Math.floor(month / 12), (month % 12) + 1, 1)

/** The sum of a year's months up to and including one. */
export const yearToDate = (of: (month: number) => number, month: number): number => {
  let sum = 0
  for (let m = month - (month % 12); m <= month; m++) sum += of(m)
  return sum
}

export const yearOfQuarter = (quarter: number): number => 2000 + Math.floor(quarter / 4)
/** Last day of a quarter. */
export const quarterEnd = (quarter: number): number =>
  calendarDay(2000 + Math.floor(quarter / 4), (quarter % 4) * 3 + 4, 1) - 1

/** The last day to file the statements of a quarter. */
export const deadlineOf = (quarter: number): number => {
  const year = yearOfQuarter(quarter)
  const season = quarter % 4
  if (season === 0) return calendarDay(year, 5, 15)
  if (season === 1) return calendarDay(year, 8, 14)
  return season === 2 ? calendarDay(year, 11, 14) : calendarDay(year + 1, 3, 31)
}

export const filedOn = (seed: number, { key }: Security, quarter: number): number =>
  deadlineOf(quarter) - between(0, quarter % 4 === 3 ? 24 : 12, seed, key, 2001, quarter)

/** The last day to report the revenue of a month. */
export const revenueDue = (month: number): number => firstOfMonth(month + 1) + 9

/** Companies report from about three years before they are listed until they are delisted. */
export const reports = ({ listed, transferred, delisted }: Security, day: number): boolean =>
  (listed === null || transferred !== null || day >= addMonths(listed, -36)) && (delisted === null || day < delisted)

/** The board of a company at a day; before a listing it is the emerging one. */
export const boardAt = (security: Security, day: number): Market =>
  security.listed !== null && security.transferred === null && day < security.listed ? 'ESB' : marketAt(security, day)

/** Positions `from` to `to` hold the first trading day on or after `day`; that day's position, or null. */
export const publishedWithin = ({ calendar }: World, day: number, from: number, to: number): number | null => {
  const position = calendar.atOrAfter(day)
  return position >= from && position <= to ? position : null
}
