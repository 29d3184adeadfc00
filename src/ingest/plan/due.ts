import { TaiwanStockTradingDate } from '../../catalogue/technical/TaiwanStockTradingDate.ts'
import { addDays, dayOf, taipeiDate, weekdayOf } from '../../days.ts'
import type { Calendar, Feed } from '../../sources/feed.ts'
import type { Task } from '../task.ts'
import { abroadDays, eventDays, scheduleOf } from './schedules.ts'
import { type DayRange, daysDue, expectedAt, isWeekday, monthOf, periods, quarterOf } from './taipeiDays.ts'

/** A task to fetch; a response from before `since` is too old to reuse. */
export type DueTask = { readonly task: Task; readonly since: string }

export type DueInputs = {
  readonly now: Date
  readonly calendar: Calendar
  /** Ids to request from feeds that return one id at a time. */
  readonly ids: (feed: Feed) => readonly string[]
  /** The newest day that an earlier response of the feed covers; null if there is none. */
  readonly newest: (feed: Feed) => string | null
}

/** Trading days that are fetched again for corrections. */
const reread = 3
/** Days after the filing deadline in which the last request may still be made. */
const lastLook = 10
/** Days to look back after a long stop. */
const longestStop = 60

type DueDays = DayRange & { readonly since: string }

const maxOf = (a: string, b: string): string => (a > b ? a : b)
const minOf = (a: string, b: string): string => (a < b ? a : b)

/**
 * The trading days to request: the newest three, and all since the one before the last successful one, which has been
 * read twice by then.
 */
function tradingDays(feed: Feed, inputs: DueInputs): string[] {
  const days = daysDue(feed.dataset, inputs, reread)
  const known = inputs.newest(feed)
  const oldest = days.at(-1)
  const twice = known === null ? null : (inputs.calendar.previous(known) ?? known)
  if (oldest === undefined || twice === null || twice >= oldest) return days
  const since = maxOf(twice, addDays(taipeiDate(inputs.now), -longestStop))
  return daysDue(feed.dataset, inputs, longestStop, since)
}

/**
 * The moment a response must be newer than: a day is fetched when it is expected, and again on each of the next two.
 */
export function sinceOf(
  { dataset }: Feed,
  day: string,
  { calendar, now }: Pick<DueInputs, 'calendar' | 'now'>,
): string {
  const moments = [day]
  for (let next = day; moments.length < reread; ) {
    const found: string | null = calendar.next(next)
    if (found === null) break
    moments.push(found)
    next = found
  }
  const by = now.toISOString()
  return moments.map((one) => expectedAt(dataset, one)).findLast((moment) => moment <= by) ?? expectedAt(dataset, day)
}

const distinct = (windows: readonly DueDays[]): DueDays[] => {
  const kept = new Map<string, DueDays>()
  for (const window of windows) {
    const known = kept.get(`${window.from} ${window.to}`)
    if (!known || known.since < window.since) kept.set(`${window.from} ${window.to}`, window)
  }
  return [...kept.values()]
}

/** Splits a range into pieces that the publisher accepts, newest first. */
export function pieces({ longest }: Feed, { from, to }: DayRange): DayRange[] {
  if (longest === undefined) return [{ from, to }]
  const cut: DayRange[] = []
  for (let end = to; end >= from; end = addDays(end, -longest))
    cut.push({ from: maxOf(from, addDays(end, 1 - longest)), to: end })
  return cut
}

function ofTrading(feed: Feed, inputs: DueInputs): DueDays[] {
  const days = tradingDays(feed, inputs)
  const [last] = days
  if (last === undefined) return []
  const since = expectedAt(feed.dataset, last)
  const { span, dataset } = feed
  if (span === 'latest') return [{ from: last, to: last, since }]
  if (span === 'day') return days.map((day) => ({ from: day, to: day, since: sinceOf(feed, day, inputs) }))
  if (span === 'range') {
    if (dataset.retention?.kind === 'newest') return [{ from: last, to: last, since }]
    // Announcements may be about any day of the last weeks.
    const from = dataset.date === 'trade_date' ? days.at(-1)! : minOf(days.at(-1)!, addDays(last, 1 - eventDays))
    return pieces(feed, { from, to: last }).map((piece) => ({ ...piece, since }))
  }
  // The next year's holidays are published in December.
  const ahead =
    dataset === TaiwanStockTradingDate && span === 'year' && last.slice(5, 7) === '12' ? [addDays(last, 31)] : []
  return distinct([...ahead, ...days].map((day) => ({ ...periods[span](day), since })))
}

function ofAbroad(feed: Feed, { now }: DueInputs): DueDays[] {
  const { span, dataset } = feed
  const day = taipeiDate(now)
  const since = expectedAt(dataset, expectedAt(dataset, day) <= now.toISOString() ? day : addDays(day, -1))
  let last = addDays(day, -1)
  while (!isWeekday(last)) last = addDays(last, -1)
  if (span === 'latest' || span === 'day') return [{ from: last, to: last, since }]
  const from = addDays(last, 1 - abroadDays)
  if (span === 'range') return pieces(feed, { from, to: last }).map((piece) => ({ ...piece, since }))
  return distinct([from, last].map((one) => ({ ...periods[span](one), since })))
}

/** A week's file is published on its Saturday. */
function ofWeeks({ dataset }: Feed, { now, calendar }: DueInputs): DueDays[] {
  const moment = now.toISOString()
  let saturday = taipeiDate(now)
  while (weekdayOf(dayOf(saturday)) !== 6 || expectedAt(dataset, saturday) > moment) saturday = addDays(saturday, -1)
  const last = calendar.isOpen(saturday) ? saturday : (calendar.previous(saturday) ?? addDays(saturday, -1))
  return [{ from: last, to: last, since: expectedAt(dataset, saturday) }]
}

/** The newest published month; requested again each week, because earlier months are revised. */
function ofMonths(feed: Feed, { now }: DueInputs, publishedOn: number): DueDays[] {
  const isOut = expectedAt(feed.dataset, taipeiDate(now)) <= now.toISOString()
  const day = isOut ? taipeiDate(now) : addDays(taipeiDate(now), -1)
  const back = Number(day.slice(8)) >= publishedOn ? 1 : 2
  let month = monthOf(day)
  for (let at = 0; at < back; at++) month = monthOf(addDays(month.from, -1))
  const sunday = addDays(day, -(weekdayOf(dayOf(day)) % 7))
  const out = `${monthOf(addDays(month.to, 1)).from.slice(0, 8)}${String(publishedOn).padStart(2, '0')}`
  const since = expectedAt(feed.dataset, maxOf(sunday, out))
  return [
    { ...(feed.span === 'range' ? { from: monthOf(addDays(month.from, -62)).from, to: month.to } : month), since },
  ]
}

/** Periods that have ended and may still be filed for; the last request follows the deadline. */
function ofFilings({ dataset, span }: Feed, { now }: DueInputs, days: number): DueDays[] {
  const day = taipeiDate(now)
  const periodOf = span === 'quarter' ? quarterOf : monthOf
  const windows: DueDays[] = []
  let period = periodOf(addDays(periodOf(day).from, -1))
  for (; addDays(period.to, days + lastLook) >= day; period = periodOf(addDays(period.from, -1))) {
    const look = minOf(day, addDays(period.to, days))
    const at = expectedAt(dataset, look) <= now.toISOString() ? look : addDays(look, -1)
    if (at > period.to) windows.push({ ...period, since: expectedAt(dataset, at) })
  }
  return windows
}

function windowsOf(feed: Feed, inputs: DueInputs): DueDays[] {
  const schedule = scheduleOf(feed)
  if (schedule.kind === 'trading') return ofTrading(feed, inputs)
  if (schedule.kind === 'abroad') return ofAbroad(feed, inputs)
  if (schedule.kind === 'weekly') return ofWeeks(feed, inputs)
  if (schedule.kind === 'monthly') return ofMonths(feed, inputs, schedule.day)
  return ofFilings(feed, inputs, schedule.days)
}

/** The days that the publisher can answer; null if there are none. */
export function answerable({ since }: Feed, { from, to }: DayRange): DayRange | null {
  const first = maxOf(from, since ?? from)
  return first <= to ? { from: first, to } : null
}

export function dueTasksOf(feed: Feed, inputs: DueInputs): DueTask[] {
  const ids = feed.each === 'id' ? inputs.ids(feed) : [null]
  return windowsOf(feed, inputs).flatMap(({ since, ...days }) => {
    if (answerable(feed, days) === null) return []
    return ids.map((id) => ({ task: { feed, ...days, id }, since }))
  })
}
