import { addMonths, calendarDay, dayMs, dayOf, monthOf, taipeiMs, weekdayOf, yearOf } from '../days.ts'
import { type Complete, filedBy } from './complete.ts'

/** How it is known when a version of a row became known. */
export const knowledges = ['observed', 'filed', 'deadline', 'unknown'] as const
export type Knowledge = (typeof knowledges)[number]

/** What tells when the rows of a dataset became known, for those that were not observed at that time. */
export type Known = {
  /** Column with the publisher's own date of publication. */
  readonly filed: string | null
  /** Column with the day on which the row was read here first, where the lake keeps one. */
  readonly seen: string | null
  /** The last day by law or by the publisher's timetable, for rows of a key date; null where nothing says it. */
  readonly by: 'key date' | 'next weekday' | 'period' | 'tenth' | null
  /** What says so. */
  readonly source: string
}

const timetable =
  "the publisher's daily timetable: the evening of the day itself, or the next weekday for markets abroad and at night"
const periods = "the publisher's timetable, in days from the end of the period"
const statements = 'Securities and Exchange Act, Article 36, with the days that banks and insurers and holidays add'
const tenth = 'Securities and Exchange Act, Article 36: by the 10th of the next month, or the first weekday after it'
const nothing = 'nothing says when such a row was published; its first reading here counts'

type Described = {
  readonly complete: Complete | null
  readonly isDated: boolean
  readonly update: string
  readonly filed?: string | undefined
  readonly seen?: string | undefined
  readonly by?: Known['by'] | undefined
}

/** Rows that are published before noon are those of the day before. */
const noon = '12:00'

/** The rule of a dataset whose file gives no other. */
export function knownOf({ complete, isDated, update, filed, seen, by }: Described): Known {
  const own = { filed: filed ?? null, seen: seen ?? null }
  if (by === null || (by === undefined && !isDated)) return { ...own, by: null, source: nothing }
  if (by === 'tenth') return { ...own, by, source: tenth }
  if (complete?.every === 'quarter') return { ...own, by: 'period', source: statements }
  if (complete && (complete.every === 'month' || complete.every === 'week'))
    return { ...own, by: 'period', source: periods }
  return { ...own, by: complete?.every === 'weekday' || update < noon ? 'next weekday' : 'key date', source: timetable }
}

/** The column in which a row says itself when it became known; null where its day decides. */
export const timeColumn = ({ known }: { readonly known: Known }): string | null => known.filed ?? known.seen

const nextWeekday = (day: number): number => {
  const weekday = weekdayOf(day)
  return weekday < 5 ? day + 1 : day + 8 - weekday
}

/** The day by which the rows of a key date are known at the latest. */
function lastDay(day: number, by: NonNullable<Known['by']>, complete: Complete | null): number {
  if (by === 'key date') return day
  if (by === 'next weekday') return nextWeekday(day) + (complete?.due ?? 1) - 1
  if (by === 'tenth') {
    const law = calendarDay(yearOf(day), monthOf(day) + 1, 10)
    return weekdayOf(law) > 5 ? nextWeekday(law) : law
  }
  const { every, due = 0 } = complete!
  if (every === 'week') return day + 7 - weekdayOf(day) + due
  if (every === 'month') return addMonths(calendarDay(yearOf(day), monthOf(day), 1), 1) - 1 + due
  const quarter = Math.ceil(monthOf(day) / 3)
  return dayOf(`${yearOf(day) + (quarter === 4 ? 1 : 0)}-${filedBy[quarter - 1]}`)
}

/** The instant by which the rows of a key date, as a day number, are known at the latest; null where nothing says it. */
export function deadlineOf(
  { known, complete, update }: { readonly known: Known; readonly complete: Complete | null; readonly update: string },
  day: number,
): number | null {
  const { by } = known
  if (by === null) return null
  const isWholeDay = by === 'tenth' || by === 'period'
  const [hours, minutes] = update.split(':').map(Number)
  const time = isWholeDay ? dayMs - 1_000 : (hours! * 60 + minutes!) * 60_000
  return lastDay(day, by, complete) * dayMs - taipeiMs + time
}

const bounds: Readonly<Record<NonNullable<Known['by']>, string>> = {
  'key date': 'on the key date',
  'next weekday': 'on the next weekday',
  period: 'by the last day for the period',
  tenth: 'by the 10th of the next month',
}

/** When rows became known that were not observed, in words. */
export const knownText = ({ filed, seen, by, source }: Known): string =>
  [
    ...(filed === null ? [] : [`filed on \`${filed}\``]),
    ...(seen === null ? [] : [`observed on \`${seen}\``]),
    by === null ? source : `${bounds[by]} (${source})`,
  ].join('; else ')
