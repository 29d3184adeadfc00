import { addDays } from '../../days.ts'
import type { Calendar, Feed } from '../../sources/feed.ts'
import type { Task } from '../task.ts'
import { answerable, pieces } from './due.ts'
import { scheduleOf } from './schedules.ts'
import { type DayRange, mayTrade, periods, yearOf } from './taipeiDays.ts'

/** Whole periods that overlap the days, newest first. */
function periodsIn(span: keyof typeof periods, from: string, to: string): DayRange[] {
  const found: DayRange[] = []
  for (let period = periods[span](to); period.to >= from; period = periods[span](addDays(period.from, -1)))
    found.push(period)
  return found
}

function daysIn(feed: Feed, from: string, to: string, calendar: Calendar): DayRange[] {
  const found: DayRange[] = []
  const isThere = (day: string) => (scheduleOf(feed).kind === 'abroad' ? true : mayTrade(calendar, day))
  for (let day = to; day >= from; day = addDays(day, -1)) if (isThere(day)) found.push({ from: day, to: day })
  return found
}

/** The days by calendar year, newest first; no task spans two years. */
export function yearsIn({ from, to }: DayRange): DayRange[] {
  const years: DayRange[] = []
  for (let end = to; end >= from; end = addDays(yearOf(end).from, -1)) {
    const { from: first } = yearOf(end)
    years.push({ from: first > from ? first : from, to: end })
  }
  return years
}

/** Every task for these days, newest first, and the datasets whose feeds return the newest day only. */
export function backfillOf(
  feeds: readonly Feed[],
  { from, to }: DayRange,
  { calendar, ids }: { readonly calendar: Calendar; readonly ids: (feed: Feed) => readonly string[] },
) {
  const newestOnly = new Set<string>()
  const dated = new Set<string>()
  const tasks = feeds.flatMap((feed): Task[] => {
    const { span } = feed
    if (span === 'latest') {
      newestOnly.add(feed.dataset.name)
      return []
    }
    dated.add(feed.dataset.name)
    const days = answerable(feed, { from, to })
    if (days === null) return []
    const spans =
      span === 'day'
        ? daysIn(feed, days.from, days.to, calendar)
        : span === 'range'
          ? pieces(feed, days)
          : periodsIn(span, days.from, days.to)
    const subjects = feed.each === 'id' ? ids(feed) : [null]
    return spans.flatMap((one) => subjects.map((id) => ({ feed, ...one, id })))
  })
  return { tasks, newestOnly: [...newestOnly].filter((name) => !dated.has(name)) }
}
