import type { Dataset } from '../../catalogue/dataset.ts'
import { addDays, dayOf, taipeiDate, weekdayOf } from '../../days.ts'
import type { Calendar } from '../../sources/feed.ts'

/** Days in Taipei as text, and instants as ISO text in UTC, so that both compare as strings. */

/** Days from the first to the last, both included. */
export type DayRange = { readonly from: string; readonly to: string }

/** The instant by which the rows of a day are expected. */
export const expectedAt = ({ update }: Pick<Dataset, 'update'>, day: string): string =>
  new Date(`${day}T${update}:00+08:00`).toISOString()

export const isWeekday = (day: string): boolean => weekdayOf(dayOf(day)) <= 5

/** True for a trading day, and for a working day the calendar does not know. */
export const mayTrade = (calendar: Calendar, day: string): boolean => calendar.isOpen(day) ?? isWeekday(day)

/** The newest days that traded or may have traded and whose rows are expected by now, newest first. */
export function daysDue(
  dataset: Pick<Dataset, 'update'>,
  { calendar, now }: { readonly calendar: Calendar; readonly now: Date },
  most: number,
  notBefore = addDays(taipeiDate(now), -60),
): string[] {
  const days: string[] = []
  const moment = now.toISOString()
  for (let day = taipeiDate(now); day >= notBefore && days.length < most; day = addDays(day, -1))
    if (mayTrade(calendar, day) && expectedAt(dataset, day) <= moment) days.push(day)
  return days
}

export const monthOf = (day: string): DayRange => {
  const from = `${day.slice(0, 7)}-01`
  return { from, to: addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1) }
}
export const yearOf = (day: string): DayRange => ({
  from: `${day.slice(0, 4)}-01-01`,
  to: `${day.slice(0, 4)}-12-31`,
})
export const quarterOf = (day: string): DayRange => {
  const first = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1
  const from = `${day.slice(0, 4)}-${String(first).padStart(2, '0')}-01`
  return { from, to: monthOf(addDays(from, 70)).to }
}

/** The period of each length that contains a day. */
export const periods = { month: monthOf, quarter: quarterOf, year: yearOf } as const
