/** A calendar day as the number of days since 1970-01-01. */

export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000
export const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** 1 Monday … 7 Sunday. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1

export const yearOf = (day: number): number => new Date(day * 86_400_000).getUTCFullYear()
/** 1 … 12 */
export const monthOf = (day: number): number => new Date(day * 86_400_000).getUTCMonth() + 1
export const dayOfMonth = (day: number): number => new Date(day * 86_400_000).getUTCDate()
export const dayFrom = (year: number, month: number, date: number): number =>
  Date.UTC(year, month - 1, date) / 86_400_000

/** `09:00:05` for seconds after midnight. */
export const clockOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 19)

/** The day `months` later, on the last of the month where that month is shorter. */
export const addMonths = (day: number, months: number): number => {
  const first = dayFrom(yearOf(day), monthOf(day) + months, 1)
  const last = dayFrom(yearOf(first), monthOf(first) + 1, 1) - 1
  return Math.min(first + dayOfMonth(day) - 1, last)
}
