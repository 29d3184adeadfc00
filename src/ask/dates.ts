import { dayMs } from '../days.ts'

/** Reckoning with calendar dates as text: no time zone can move them. */

const parts = (date: string): [number, number, number] => [
  Number(date.slice(0, 4)),
  Number(date.slice(5, 7)),
  Number(date.slice(8)),
]
const pad = (n: number, places = 2): string => String(n).padStart(places, '0')
export const dateOf = (year: number, month: number, day: number): string => `${pad(year, 4)}-${pad(month)}-${pad(day)}`

const utc = (date: string): number => {
  const [y, m, d] = parts(date)
  return Date.UTC(y, m - 1, d)
}
export const addDays = (date: string, days: number): string =>
  new Date(utc(date) + days * dayMs).toISOString().slice(0, 10)

const lastDay = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The same day so many months away, or the last day of that month where it is shorter. */
export function addMonths(date: string, months: number): string {
  const [y, m, d] = parts(date)
  const index = y * 12 + (m - 1) + months
  const [year, month] = [Math.floor(index / 12), (index % 12) + 1]
  return dateOf(year, month, Math.min(d, lastDay(year, month)))
}

/** Monday 1 to Sunday 7. */
export const weekday = (date: string): number => ((new Date(utc(date)).getUTCDay() + 6) % 7) + 1

export type Period = 'week' | 'month' | 'quarter' | 'year'

/** First and last day of the calendar period that holds a date. */
export function periodOf(date: string, unit: Period): { from: string; to: string } {
  const [y, m] = parts(date)
  if (unit === 'week') {
    const from = addDays(date, 1 - weekday(date))
    return { from, to: addDays(from, 6) }
  }
  if (unit === 'month') return { from: dateOf(y, m, 1), to: dateOf(y, m, lastDay(y, m)) }
  if (unit === 'year') return { from: dateOf(y, 1, 1), to: dateOf(y, 12, 31) }
  const first = Math.floor((m - 1) / 3) * 3 + 1
  return { from: dateOf(y, first, 1), to: dateOf(y, first + 2, lastDay(y, first + 2)) }
}

/** A date so many units later, or earlier where `n` is negative. */
export const shift = (date: string, n: number, unit: Period | 'day'): string => {
  if (unit === 'day') return addDays(date, n)
  if (unit === 'week') return addDays(date, n * 7)
  return addMonths(date, n * { month: 1, quarter: 3, year: 12 }[unit])
}
