import { calendarDay, weekdayOf, yearOf } from '../../days.ts'
import { kept } from '../oncePer.ts'

/** Days on which markets abroad are open, from the rules of their public holidays. */

/** The n-th given weekday (1 Monday … 7 Sunday) of a month. */
export const nth = (year: number, month: number, weekday: number, n: number): number => {
  const first = calendarDay(year, month, 1)
  return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1)
}

const last = (year: number, month: number, weekday: number): number => {
  const end = calendarDay(year, month + 1, 1) - 1
  return end - ((weekdayOf(end) - weekday + 7) % 7)
}

/** Western Easter Sunday by the anonymous Gregorian rule. */
const easter = (year: number): number => {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return calendarDay(year, Math.floor(f / 31), (f % 31) + 1)
}

/** A Saturday holiday is kept on Friday and a Sunday one on Monday. */
const observed = (day: number): number => (weekdayOf(day) === 6 ? day - 1 : weekdayOf(day) === 7 ? day + 1 : day)

const usHolidays = (year: number): number[] => {
  const newYear = calendarDay(year, 1, 1)
  return [
    // New Year's Day on a Saturday closes no session.
    weekdayOf(newYear) === 7 ? newYear + 1 : newYear,
    nth(year, 1, 1, 3),
    nth(year, 2, 1, 3),
    easter(year) - 2,
    last(year, 5, 1),
    ...(year >= 2022 ? [observed(calendarDay(year, 6, 19))] : []),
    observed(calendarDay(year, 7, 4)),
    nth(year, 9, 1, 1),
    nth(year, 11, 4, 4),
    observed(calendarDay(year, 12, 25)),
  ]
}

/** The bond market also rests on Columbus Day and Veterans Day. */
const bondHolidays = (year: number): number[] => [
  ...usHolidays(year),
  nth(year, 10, 1, 2),
  observed(calendarDay(year, 11, 11)),
]

const londonHolidays = (year: number): number[] => {
  const later = (day: number, by: number) => (weekdayOf(day) >= 6 ? day + by : day)
  const christmas = calendarDay(year, 12, 25)
  return [
    later(calendarDay(year, 1, 1), weekdayOf(calendarDay(year, 1, 1)) === 6 ? 2 : 1),
    easter(year) - 2,
    easter(year) + 1,
    nth(year, 5, 1, 1),
    last(year, 5, 1),
    last(year, 8, 1),
    later(christmas, 2),
    weekdayOf(christmas) === 7 ? christmas + 1 : later(christmas + 1, 2),
  ]
}

const openOn = (holidaysOf: (year: number) => number[]) => {
  const closedIn = kept((year: number) => new Set(holidaysOf(year)))
  return (day: number): boolean => weekdayOf(day) <= 5 && !closedIn(yearOf(day)).has(day)
}

export const isUsSession = openOn(usHolidays)
export const isBondSession = openOn(bondHolidays)
export const isLondonSession = openOn(londonHolidays)
