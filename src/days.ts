/** Calendar days. A day is `YYYY-MM-DD`, or its number since 1970-01-01; an instant belongs to its day in Taipei. */

export const dayMs = 86_400_000
export const taipeiMs = 8 * 3_600_000

export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

export const addDays = (date: string, days: number): string => dateOf(dayOf(date) + days)

/** 1 Monday … 7 Sunday. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1

export const yearOf = (day: number): number => new Date(day * dayMs).getUTCFullYear()
/** 1 … 12 */
export const monthOf = (day: number): number => new Date(day * dayMs).getUTCMonth() + 1
export const dayOfMonth = (day: number): number => new Date(day * dayMs).getUTCDate()
/** The day of a year, a month and a day of the month; a 13th month is the first of the next year. */
export const calendarDay = (year: number, month: number, date: number): number =>
  Date.UTC(year, month - 1, date) / dayMs

/** The day `months` later, on the last of the month where that month is shorter. */
export const addMonths = (day: number, months: number): number => {
  const first = calendarDay(yearOf(day), monthOf(day) + months, 1)
  const last = calendarDay(yearOf(first), monthOf(first) + 1, 1) - 1
  return Math.min(first + dayOfMonth(day) - 1, last)
}

/** `09:00:05` for seconds after midnight. */
export const clockOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 19)

/** `2026-11-13T18:00:05`: date and time of day in Taipei. */
export const taipeiTime = (instant: Date | string | number): string =>
  new Date(new Date(instant).getTime() + taipeiMs).toISOString().slice(0, 19)
/** `2026-11-13T18:00:05+08:00`: an instant as text, in Taipei. */
export const taipeiInstant = (instant: Date | string | number): string => `${taipeiTime(instant)}+08:00`
export const taipeiDate = (instant: Date | string | number): string => taipeiTime(instant).slice(0, 10)
