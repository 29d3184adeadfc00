import { TaiwanStockTradingDate } from '../../catalogue/technical/TaiwanStockTradingDate.ts'
import { dayNumber, weekdayOf } from '../../sources/dates.ts'
import type { Calendar, Feed } from '../../sources/feed.ts'
import type { Task } from '../task.ts'
import { daysDue, expectedAt, isWeekday, monthOf, quarterOf, shifted, today, yearOf } from './moments.ts'
import { abroadDays, eventDays, rhythmOf } from './rhythms.ts'

/** A question that is due; an answer from before `since` is no longer good enough. */
export type Due = { readonly task: Task; readonly since: string }

export type DueTerms = {
  readonly now: Date
  readonly calendar: Calendar
  /** Ids to ask for, of feeds that tell one id at a time. */
  readonly ids: (feed: Feed) => readonly string[]
  /** The newest day that an earlier answer of the feed covers; null where it never gave one. */
  readonly newest: (feed: Feed) => string | null
}

/** Trading days whose rows are read again for corrections. */
const reread = 3
/** Days after the last filing that the last look may be made up for. */
const lastLook = 10
/** How far back days are looked for that nobody asked for, as after a long stop. */
const longestStop = 60

type Days = { readonly from: string; readonly to: string }
type Window = Days & { readonly since: string }

const maxOf = (a: string, b: string): string => (a > b ? a : b)
const minOf = (a: string, b: string): string => (a < b ? a : b)

/** The trading days to ask for: the newest three, and all since the last one that was answered. */
function tradingDays(feed: Feed, terms: DueTerms): string[] {
  const days = daysDue(feed.dataset, terms, reread)
  const known = terms.newest(feed)
  const oldest = days.at(-1)
  if (oldest === undefined || known === null || known >= shifted(oldest, -1)) return days
  const since = maxOf(known, shifted(today(terms.now), -longestStop))
  return daysDue(feed.dataset, terms, longestStop, since)
}

/** A day is read when it is expected, and again when each of the next two is. */
export function sinceOf({ dataset }: Feed, day: string, { calendar, now }: Pick<DueTerms, 'calendar' | 'now'>): string {
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

const distinct = (windows: readonly Window[]): Window[] => {
  const kept = new Map<string, Window>()
  for (const window of windows) {
    const known = kept.get(`${window.from} ${window.to}`)
    if (!known || known.since < window.since) kept.set(`${window.from} ${window.to}`, window)
  }
  return [...kept.values()]
}

/** A range in pieces that the publisher takes, newest first. */
export function pieces({ longest }: Feed, { from, to }: Days): Days[] {
  if (longest === undefined) return [{ from, to }]
  const cut: Days[] = []
  for (let end = to; end >= from; end = shifted(end, -longest))
    cut.push({ from: maxOf(from, shifted(end, 1 - longest)), to: end })
  return cut
}

function ofTrading(feed: Feed, terms: DueTerms): Window[] {
  const days = tradingDays(feed, terms)
  const [last] = days
  if (last === undefined) return []
  const since = expectedAt(feed.dataset, last)
  const { span, dataset } = feed
  if (span === 'latest') return [{ from: last, to: last, since }]
  if (span === 'day') return days.map((day) => ({ from: day, to: day, since: sinceOf(feed, day, terms) }))
  if (span === 'range') {
    if (dataset.retention?.kind === 'newest') return [{ from: last, to: last, since }]
    // Rows of a trading day are asked for like days; what is announced may be about any day of the last weeks.
    const from = dataset.date === 'trade_date' ? days.at(-1)! : minOf(days.at(-1)!, shifted(last, 1 - eventDays))
    return pieces(feed, { from, to: last }).map((piece) => ({ ...piece, since }))
  }
  const periodOf = { month: monthOf, quarter: quarterOf, year: yearOf }[span]
  // The next year's holidays are known before the year.
  const ahead =
    dataset === TaiwanStockTradingDate && span === 'year' && last.slice(5, 7) === '12' ? [shifted(last, 31)] : []
  return distinct([...ahead, ...days].map((day) => ({ ...periodOf(day), since })))
}

function ofAbroad(feed: Feed, { now }: DueTerms): Window[] {
  const { span, dataset } = feed
  const day = today(now)
  const since = expectedAt(dataset, expectedAt(dataset, day) <= now.toISOString() ? day : shifted(day, -1))
  let last = shifted(day, -1)
  while (!isWeekday(last)) last = shifted(last, -1)
  if (span === 'latest' || span === 'day') return [{ from: last, to: last, since }]
  const from = shifted(last, 1 - abroadDays)
  if (span === 'range') return pieces(feed, { from, to: last }).map((piece) => ({ ...piece, since }))
  const periodOf = { month: monthOf, quarter: quarterOf, year: yearOf }[span]
  return distinct([from, last].map((one) => ({ ...periodOf(one), since })))
}

/** The file of a week is out on its Saturday. */
function ofWeeks({ dataset }: Feed, { now, calendar }: DueTerms): Window[] {
  const moment = now.toISOString()
  let saturday = today(now)
  while (weekdayOf(dayNumber(saturday)) !== 6 || expectedAt(dataset, saturday) > moment)
    saturday = shifted(saturday, -1)
  const last = calendar.isOpen(saturday) ? saturday : (calendar.previous(saturday) ?? shifted(saturday, -1))
  return [{ from: last, to: last, since: expectedAt(dataset, saturday) }]
}

/** The newest month that is out by now; looked at again each week, since earlier months are revised. */
function ofMonths(feed: Feed, { now }: DueTerms, publishedOn: number): Window[] {
  const isOut = expectedAt(feed.dataset, today(now)) <= now.toISOString()
  const day = isOut ? today(now) : shifted(today(now), -1)
  const back = Number(day.slice(8)) >= publishedOn ? 1 : 2
  let month = monthOf(day)
  for (let at = 0; at < back; at++) month = monthOf(shifted(month.from, -1))
  const sunday = shifted(day, -(weekdayOf(dayNumber(day)) % 7))
  const out = `${monthOf(shifted(month.to, 1)).from.slice(0, 8)}${String(publishedOn).padStart(2, '0')}`
  const since = expectedAt(feed.dataset, maxOf(sunday, out))
  return [
    { ...(feed.span === 'range' ? { from: monthOf(shifted(month.from, -62)).from, to: month.to } : month), since },
  ]
}

/** Periods that have ended and may still be filed for; the last look is after the last day on which anything may come. */
function ofFilings({ dataset, span }: Feed, { now }: DueTerms, days: number): Window[] {
  const day = today(now)
  const periodOf = span === 'quarter' ? quarterOf : monthOf
  const windows: Window[] = []
  let period = periodOf(shifted(periodOf(day).from, -1))
  for (; shifted(period.to, days + lastLook) >= day; period = periodOf(shifted(period.from, -1))) {
    const look = minOf(day, shifted(period.to, days))
    const at = expectedAt(dataset, look) <= now.toISOString() ? look : shifted(look, -1)
    if (at > period.to) windows.push({ ...period, since: expectedAt(dataset, at) })
  }
  return windows
}

function windowsOf(feed: Feed, terms: DueTerms): Window[] {
  const rhythm = rhythmOf(feed)
  if (rhythm.kind === 'trading') return ofTrading(feed, terms)
  if (rhythm.kind === 'abroad') return ofAbroad(feed, terms)
  if (rhythm.kind === 'weekly') return ofWeeks(feed, terms)
  if (rhythm.kind === 'monthly') return ofMonths(feed, terms, rhythm.day)
  return ofFilings(feed, terms, rhythm.days)
}

/** The days that the publisher answers for at all; null where none of them is. */
export function answerable({ since, until }: Feed, { from, to }: Days): Days | null {
  const bounded = { from: maxOf(from, since ?? from), to: minOf(to, until ?? to) }
  return bounded.from <= bounded.to ? bounded : null
}

/** Everything that the feed is to be asked for now. */
export function dueOf(feed: Feed, terms: DueTerms): Due[] {
  const ids = feed.each === 'id' ? terms.ids(feed) : [null]
  return windowsOf(feed, terms).flatMap(({ since, ...days }) => {
    if (answerable(feed, days) === null) return []
    return ids.map((id) => ({ task: { feed, ...days, id }, since }))
  })
}
