import { isDeepStrictEqual } from 'node:util'
import { isDate } from '../../fields.ts'
import { dateOf } from '../../sources/dates.ts'
import { type Asked, type Calendar, type Feed, read } from '../../sources/feed.ts'
import type { Outcome, Row } from '../../sources/outcome.ts'
import { monthOf, quarterOf, shifted, yearOf } from '../plan/moments.ts'

/** The days a kept answer is about, and what its feed makes of it. */
export type Placed = {
  readonly from: string
  readonly to: string
  readonly modified: string | null
  readonly outcome: Outcome
}

/** An answer that does not tell its day, where nobody has said it. */
type Undated = { readonly undated: string; readonly hasRows: boolean }

type Known = {
  readonly calendar: Calendar
  readonly id: string | null
  /** The day that the operator says the answer is about. */
  readonly date: string | null
  /** What is asked of an answer that holds no day at all. */
  readonly today: string
}

type Days = { readonly from: string; readonly to: string }

const around: Readonly<Record<Feed['span'], (day: string) => Days>> = {
  day: (day) => ({ from: day, to: day }),
  latest: (day) => ({ from: day, to: day }),
  range: (day) => ({ from: day, to: day }),
  month: monthOf,
  quarter: quarterOf,
  year: yearOf,
}

/** Around a day that a range is known to hold, wider and wider. */
const reaches = [0, 31, 400, 4_000] as const

/** Days that no answer is about: an answer that tells its own says so, and one that does not is read with these. */
const strange = (span: Feed['span'], at: 0 | 1): Days =>
  span === 'range'
    ? { from: `19${at}0-01-01`, to: `20${9 - at}0-12-31` }
    : around[span](at === 0 ? '1950-01-03' : '1951-01-03')

/** The days in the words of an answer about other days: a day, a month, a year, or two days. */
function daysIn(served: string, span: Feed['span']): Days | null {
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

/** The first and the last day of rows; null where there are none. */
function daysOf(rows: readonly Row[], column: string): Days | null {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const row of rows) {
    const day = row[column]
    if (typeof day !== 'number') continue
    first = Math.min(first, day)
    last = Math.max(last, day)
  }
  return first > last ? null : { from: dateOf(first), to: dateOf(last) }
}

/** A day that the operator names was a trading day, where the calendar does not say otherwise. */
export const withDay = (calendar: Calendar, date: string | null): Calendar =>
  date === null ? calendar : { ...calendar, isOpen: (day) => calendar.isOpen(day) ?? (day === date ? true : null) }

/** How often an answer is read until question and answer agree on the days. */
const mostReadings = 4

/** True where the reader got as far as rows, and only their days are not those asked for. */
const isRead = (outcome: Outcome): boolean => outcome.kind === 'rows' || outcome.kind === 'other_day'

/** Reads an answer of which it is not known which question it answered: by the days it tells, or by the day given. */
export function placed(feed: Feed, bytes: Uint8Array, { calendar: known, id, date, today }: Known): Placed | Undated {
  const { span, dataset } = feed
  const calendar = withDay(known, date)
  // Answers without a day inside are dated by the moment they were made, which is after the close of their day.
  const modified = date === null ? null : new Date(`${date}T17:00:00+08:00`).toISOString()
  const readAs = (days: Days): Outcome =>
    read(feed, { status: 200, bytes }, { ...days, id, calendar, modified } as Asked)
  const settle = (begin: Days): Placed => {
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
  // Columns come and go with the years, so that a range of all of them may look like an answer that changed.
  const long = span === 'range' && !isRead(wide) ? readAs({ from: '1900-01-01', to: '1980-12-31' }) : wide
  const first = isRead(long) ? long : wide
  if (first.kind === 'other_day') {
    const served = daysIn(first.served, span)
    if (served === null) return { undated: first.reason, hasRows: true }
    if (span !== 'range' || served.from !== served.to) return settle(served)
    for (const reach of reaches) {
      const outcome = readAs({ from: shifted(served.from, -reach), to: shifted(served.to, reach) })
      const days = outcome.kind === 'rows' ? daysOf(outcome.rows, dataset.date) : null
      if (days !== null) return settle(days)
    }
    return settle(served)
  }
  if (first.kind !== 'rows') {
    const isSilent = first.kind === 'not_yet' || first.kind === 'closed'
    return isSilent ? { undated: first.reason, hasRows: false } : { ...strange(span, 0), modified, outcome: first }
  }
  // Rows that are the same whatever was asked for have their days from the answer.
  const second = readAs(strange(span, 1))
  if (!isDeepStrictEqual(second, first))
    return { undated: 'the answer does not tell which day it is about', hasRows: true }
  const days = daysOf(first.rows, dataset.date)
  if (days === null) return settle(around[span](today))
  return settle(span === 'range' ? days : { from: around[span](days.from).from, to: around[span](days.to).to })
}
