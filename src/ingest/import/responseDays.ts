import { isDeepStrictEqual } from 'node:util'
import { addDays, dateOf } from '../../days.ts'
import { isDate } from '../../fields.ts'
import { type Calendar, type Feed, type FeedRequest, read } from '../../sources/feed.ts'
import type { Outcome, Row } from '../../sources/outcome.ts'
import { type DayRange, periods } from '../plan/taipeiDays.ts'

/** A saved response with the days it covers and its outcome. */
export type DatedResponse = {
  readonly from: string
  readonly to: string
  readonly modified: string | null
  readonly outcome: Outcome
}

type UndatedResponse = { readonly undated: string; readonly hasRows: boolean }

type DatingInputs = {
  readonly calendar: Calendar
  readonly id: string | null
  /** The day given by the operator. */
  readonly date: string | null
  /** The day for responses without any date. */
  readonly today: string
}

const aDay = (day: string): DayRange => ({ from: day, to: day })
const around: Readonly<Record<Feed['span'], typeof aDay>> = { day: aDay, latest: aDay, range: aDay, ...periods }

/** Days to search around a known one, wider each time. */
const reaches = [0, 31, 400, 4_000] as const

/** Days that no response covers: a response with dates of its own reports them instead. */
const strange = (span: Feed['span'], at: 0 | 1): DayRange =>
  span === 'range'
    ? { from: `19${at}0-01-01`, to: `20${9 - at}0-12-31` }
    : around[span](at === 0 ? '1950-01-03' : '1951-01-03')

/** The days named in an `other_day` outcome: a day, a month, a year, or two days. */
function daysIn(served: string, span: Feed['span']): DayRange | null {
  const [first, last = first] = served.split(' to ')
  const whole = (text: string | undefined) => {
    const [, year, month = '01', day = '01'] = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(text ?? '') ?? []
    const date = `${year}-${month}-${day}`
    return isDate(date) ? date : null
  }
  const [from, to] = [whole(first), whole(last)]
  if (from === null || to === null) return null
  return from === to ? around[span](from) : { from, to }
}

/** The first and last day of the rows; null if there are none. */
function daysOf(rows: readonly Row[], column: string): DayRange | null {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const row of rows) {
    const day = row[column]
    if (typeof day !== 'number') continue
    first = Math.min(first, day)
    last = Math.max(last, day)
  }
  return first > last ? null : { from: dateOf(first), to: dateOf(last) }
}

/** Takes the operator's day for a trading day, unless the calendar knows better. */
export const withDay = (calendar: Calendar, date: string | null): Calendar =>
  date === null ? calendar : { ...calendar, isOpen: (day) => calendar.isOpen(day) ?? (day === date ? true : null) }

/** Readings until requested and served days agree. */
const mostReadings = 4

/** True if the rows were readable and at most their days differ. */
const isRead = (outcome: Outcome): boolean => outcome.kind === 'rows' || outcome.kind === 'other_day'

/** Reads a response whose request is unknown: by the days it states, or by the given day. */
export function dateResponse(
  feed: Feed,
  bytes: Uint8Array,
  { calendar: known, id, date, today }: DatingInputs,
): DatedResponse | UndatedResponse {
  const { span, dataset } = feed
  const calendar = withDay(known, date)
  // Responses without a date are dated by their creation, which is after the close.
  const modified = date === null ? null : new Date(`${date}T17:00:00+08:00`).toISOString()
  const readAs = (days: DayRange): Outcome =>
    read(feed, { status: 200, bytes }, { ...days, id, calendar, modified } as FeedRequest)
  const settle = (begin: DayRange): DatedResponse => {
    let days = begin
    for (let tried = 1; ; tried++) {
      const outcome = readAs(days)
      const served = outcome.kind === 'other_day' && tried < mostReadings ? daysIn(outcome.served, span) : null
      if (served === null) return { ...days, modified, outcome }
      days = served
    }
  }
  if (date !== null) return settle(around[span](date))
  const wide = readAs(strange(span, 0))
  // Columns change over the years, so a range of all years may look like a changed format.
  const long = span === 'range' && !isRead(wide) ? readAs({ from: '1900-01-01', to: '1980-12-31' }) : wide
  const first = isRead(long) ? long : wide
  if (first.kind === 'other_day') {
    const served = daysIn(first.served, span)
    if (served === null) return { undated: first.reason, hasRows: true }
    if (span !== 'range' || served.from !== served.to) return settle(served)
    for (const reach of reaches) {
      const outcome = readAs({ from: addDays(served.from, -reach), to: addDays(served.to, reach) })
      const days = outcome.kind === 'rows' ? daysOf(outcome.rows, dataset.date) : null
      if (days !== null) return settle(days)
    }
    return settle(served)
  }
  if (first.kind !== 'rows') {
    const isSilent = first.kind === 'not_yet' || first.kind === 'closed'
    return isSilent ? { undated: first.reason, hasRows: false } : { ...strange(span, 0), modified, outcome: first }
  }
  // Rows that do not depend on the requested days are dated by the response itself.
  const second = readAs(strange(span, 1))
  if (!isDeepStrictEqual(second, first))
    return { undated: 'the answer does not tell which day it is about', hasRows: true }
  const days = daysOf(first.rows, dataset.date)
  if (days === null) return settle(around[span](today))
  return settle(span === 'range' ? days : { from: around[span](days.from).from, to: around[span](days.to).to })
}
