import { addDays, periodOf, weekday } from '../../dates.ts'
import { choice, type Got, type Pattern } from '../match.ts'
import type { Time } from './time.ts'

const weekdayName = choice('weekday', { 1: '一', 2: '二', 3: '三', 4: '四', 5: '五', 6: '六', 7: '日|天' })

/** 上週三大法人 speaks of last week. */
export const zhWeekday: Pattern = (atoms, from) => {
  const found = weekdayName(atoms, from)
  return found && atoms[found.next]?.text !== '大' ? found : null
}

export const enWeekday = choice('weekday', {
  1: 'monday|mon',
  2: 'tuesday|tue',
  3: 'wednesday|wed',
  4: 'thursday|thu',
  5: 'friday|fri',
})

/** A day of a week, counted from the running one; none that lies ahead. */
export const dayOfWeek =
  (weeks: number) =>
  (got: Got, today: string): Time | null => {
    const date = addDays(periodOf(today, 'week').from, weeks * 7 + Number(got.weekday) - 1)
    return date > today ? null : { window: { kind: 'on', date } }
  }

/** "last Wednesday" on a Friday is of this week to some and of the week before to others. */
export const lastDayOfWeek = (got: Got, today: string): Time | null =>
  Number(got.weekday) < weekday(today) ? null : dayOfWeek(-1)(got, today)

/** A day of the week alone is the last one there was. */
export const newestDayOfWeek = (got: Got, today: string): Time | null =>
  dayOfWeek(Number(got.weekday) > weekday(today) ? -1 : 0)(got, today)
