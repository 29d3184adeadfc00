import { type Complete, filedBy } from '../catalogue/complete.ts'
import { addDays, addMonths, calendarDay, dateOf, dayOf, monthOf, weekdayOf, yearOf } from '../days.ts'

/** A stretch of dates without rows, as `/gaps` tells it. */
export type Gap = {
  readonly stock_id: string | null
  readonly market: string | null
  readonly start_date: string
  readonly end_date: string
  readonly dates: number
  readonly reason: string
  readonly detail: string
}

/** `none`: nothing is expected, or not yet. */
type DayState = 'complete' | 'closed' | 'missing' | 'none'

export type Period = {
  /** First day of the period; the day itself where rows are expected daily. */
  readonly day: string
  readonly state: DayState
  readonly isNewest: boolean
  /** The reason of a closed or missing day. */
  readonly detail: string | null
}

const isWeekend = (day: string): boolean => weekdayOf(dayOf(day)) > 5

/** First days of the periods that begin in a year. */
function startsIn(year: number, every: Complete['every']): readonly string[] {
  const month = (index: number): string => `${year}-${String(index + 1).padStart(2, '0')}-01`
  if (every === 'month') return Array.from({ length: 12 }, (_, i) => month(i))
  if (every === 'quarter') return [0, 3, 6, 9].map(month)
  const [first, last] = [`${year}-01-01`, `${year}-12-31`]
  const step = every === 'week' ? 7 : 1
  // Weeks begin on Monday.
  const lead = every === 'week' ? (8 - weekdayOf(dayOf(first))) % 7 : 0
  const days: string[] = []
  for (let day = addDays(first, lead); day <= last; day = addDays(day, step)) days.push(day)
  return days
}

function lastDay(start: string, every: Complete['every']): string {
  if (every === 'trading_day' || every === 'weekday') return start
  if (every === 'week') return addDays(start, 6)
  return dateOf(addMonths(dayOf(start), every === 'month' ? 1 : 3) - 1)
}

/**
 * The days or periods of a year. A gap of one security that was halted or not listed leaves the day complete, unless
 * the gaps are those of that security alone.
 */
export function cellsOf(
  complete: Complete,
  year: number,
  held: { readonly first: string; readonly last: string },
  gaps: readonly Gap[],
  isOfOneId: boolean,
): readonly Period[] {
  const { every } = complete
  const counted = gaps.filter(
    ({ stock_id, reason }) => stock_id === null || isOfOneId || !['halted', 'not_listed'].includes(reason),
  )
  return startsIn(year, every).map((day): Period => {
    const end = lastDay(day, every)
    const isNewest = day <= held.last && held.last <= end
    const found = counted.filter((gap) => gap.start_date <= end && gap.end_date >= day)
    const closed = found.find(({ reason }) => reason === 'closed' || reason === 'not_listed')
    const missing = found.find((gap) => gap.reason !== 'closed' && gap.reason !== 'not_listed')
    if (missing) return { day, state: 'missing', isNewest, detail: missing.detail }
    // Weekends need no frame: nobody looks for rows there.
    if (closed)
      return isWeekend(day) && every !== 'week'
        ? { day, state: 'none', isNewest, detail: null }
        : { day, state: 'closed', isNewest, detail: closed.detail }
    const isHeld = end >= held.first && day <= held.last
    return { day, state: isHeld ? 'complete' : 'none', isNewest, detail: null }
  })
}

/** The day on which the next rows are expected, from the newest day with rows; null where no trading day is known. */
export function nextDay(
  complete: Complete | null,
  last: string,
  through: string,
  tradingDays: readonly string[],
): string | null {
  const tradingAfter = (day: string): string | null => tradingDays.find((next) => next > day) ?? null
  if (complete === null) return tradingAfter(through)
  const { every, due } = complete
  if (every === 'trading_day') return tradingAfter(last < through ? last : through)
  if (every === 'weekday') {
    const workday = (day: string): string => (isWeekend(day) ? workday(addDays(day, 1)) : day)
    return workday(addDays(workday(addDays(last, 1)), due ?? 1))
  }
  if (every === 'quarter') {
    const day = dayOf(last)
    const quarter = Math.ceil(monthOf(day) / 3)
    const year = yearOf(day) + (quarter > 3 ? 1 : 0)
    const next = quarter % 4
    return `${next === 3 ? year + 1 : year}-${filedBy[next]}`
  }
  // A price bar grows with its period.
  if (due === undefined) return tradingAfter(through)
  if (every === 'week') {
    const monday = addDays(last, 1 - weekdayOf(dayOf(last)))
    return addDays(monday, 7 + 6 + due)
  }
  const day = dayOf(last)
  return dateOf(calendarDay(yearOf(day), monthOf(day) + 2, 1) - 1 + due)
}
