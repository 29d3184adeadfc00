import { calendarDay, dateOf, dayMs, dayOf, weekdayOf, yearOf } from '../days.ts'
import { kept } from './oncePer.ts'
import { between, uniform } from './random.ts'

/** Make-up Saturdays ended with the holiday law of 2025. */
const lastMakeUpYear = 2024

const lunarFormat = new Intl.DateTimeFormat('en-u-ca-chinese', { month: 'numeric', day: 'numeric', timeZone: 'UTC' })
const lunar = (day: number): string => lunarFormat.format(day * dayMs)

/** The day of a lunar date, among the days it can fall on: the format takes 60 µs a day. */
function lunarDay(date: string, from: number, to: number): number {
  for (let day = from; day <= to; day++) if (lunar(day) === date) return day
  throw new Error(`there is no lunar ${date} between ${dateOf(from)} and ${dateOf(to)}`)
}

/** Public holidays of a year, moved off week-ends as the law moves them, and the make-up Saturdays they cost. */
function holidaysOf(year: number): { closed: Set<number>; makeUps: Set<number> } {
  const closed = new Set<number>()
  const makeUps = new Set<number>()
  const single = [
    calendarDay(year, 1, 1),
    calendarDay(year, 2, 28),
    calendarDay(year, 5, 1),
    calendarDay(year, 10, 10),
    ...(year > lastMakeUpYear ? [calendarDay(year, 9, 28), calendarDay(year, 10, 25), calendarDay(year, 12, 25)] : []),
  ]
  // New Year: the eve, three days, and the two days before the eve on which only settlement runs.
  const newYear = lunarDay('1/1', calendarDay(year, 1, 20), calendarDay(year, 2, 22))
  for (let day = newYear - 3; day <= newYear + 2; day++) closed.add(day)
  single.push(
    lunarDay('5/5', calendarDay(year, 5, 25), calendarDay(year, 6, 27)),
    lunarDay('8/15', calendarDay(year, 9, 5), calendarDay(year, 10, 11)),
  )
  for (const day of [calendarDay(year, 4, 4), calendarDay(year, 4, 5)]) closed.add(day)
  for (const day of single) {
    closed.add(day)
    const weekday = weekdayOf(day)
    if (weekday === 6) closed.add(day - 1)
    if (weekday === 7) closed.add(day + 1)
    if (year > lastMakeUpYear) continue
    // A lone working day between a holiday and the week-end is closed and made up on a Saturday.
    if (weekday === 2) {
      closed.add(day - 1)
      makeUps.add(day - 10)
    }
    if (weekday === 4) {
      closed.add(day + 1)
      makeUps.add(day + 9)
    }
  }
  for (const day of makeUps) if (closed.has(day) || yearOf(day) !== year) makeUps.delete(day)
  return { closed, makeUps }
}

/** Kept, as computing the lunar calendar is slow. */
const holidaysIn = kept(holidaysOf)

/** True where the published schedule says the market opens, whatever the weather does later. */
const isScheduled = (day: number): boolean => {
  const { closed, makeUps } = holidaysIn(yearOf(day))
  return makeUps.has(day) || (weekdayOf(day) <= 5 && !closed.has(day))
}

/** The first scheduled day from a day on, or back from it. */
export const scheduledFrom = (day: number, step: 1 | -1 = 1): number => {
  let found = day
  while (!isScheduled(found)) found += step
  return found
}

/** None to two closures a year between mid-July and early October, on working days. */
function typhoonsOf(seed: number, year: number): Set<number> {
  const days = new Set<number>()
  const count = uniform(seed, year, 1) < 0.25 ? 0 : uniform(seed, year, 2) < 0.6 ? 1 : 2
  for (let n = 0; n < count; n++) {
    let day = between(calendarDay(year, 7, 12), calendarDay(year, 10, 5), seed, year, 3, n)
    while (!isScheduled(day) || weekdayOf(day) > 5) day++
    days.add(day)
  }
  return days
}

/** By seed and year. */
const typhoonsIn = kept((seed: number) => kept((year: number) => typhoonsOf(seed, year)))

/** Every trading day from `first` to `last` (dates) of the market that `seed` makes. */
export function createCalendar(seed: number, first: string, last: string) {
  const isTyphoon = (day: number): boolean => typhoonsIn(seed)(yearOf(day)).has(day)
  const days: number[] = []
  const index = new Map<number, number>()
  for (let day = dayOf(first); day <= dayOf(last); day++)
    if (isScheduled(day) && !isTyphoon(day)) {
      index.set(day, days.length)
      days.push(day)
    }
  /** Position of the first trading day on or after `day`; `days.length` past the end. */
  const atOrAfter = (day: number): number => {
    let low = 0
    let high = days.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (days[middle]! < day) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    /** Trading days from the first simulated one, ascending. */
    days,
    /** Position of a trading day; undefined where the market was closed. */
    indexOf: (day: number) => index.get(day),
    atOrAfter,
    /** Position of the last trading day on or before `day`; -1 before the start. */
    atOrBefore: (day: number) => atOrAfter(day + 1) - 1,
    isScheduled,
    isTyphoon,
  }
}

export type Calendar = Readonly<ReturnType<typeof createCalendar>>
