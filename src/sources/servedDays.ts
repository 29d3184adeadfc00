import { dateOf, dayOf, taipeiDate, taipeiTime } from '../days.ts'
import type { FeedRequest } from './feed.ts'
import {
  noRows,
  notYet,
  type Outcome,
  otherDay,
  type ParsedRows,
  rowsOutcome,
  Unexpected,
  withoutCalendar,
} from './outcome.ts'

/** Checks that a response is about the requested days. */

/** The publisher has nothing for days on which a market trades: the calendar decides between closed and not yet. */
export function nothing({ from, to, calendar }: FeedRequest, message: string): Unexpected {
  let isUnknown = false
  for (let day = dayOf(from); day <= dayOf(to); day++) {
    const isOpen = calendar.isOpen(dateOf(day))
    if (isOpen === true) return notYet(`a trading day without an answer; the publisher says: ${message}`)
    isUnknown ||= isOpen === null
  }
  return isUnknown
    ? withoutCalendar(`the day yet; the publisher says: ${message}`)
    : new Unexpected({ kind: 'closed', reason: `the market was closed; the publisher says: ${message}` })
}

/** An outcome without rows: the publisher reports nothing for these days. */
export const none = (message: string): Outcome => rowsOutcome({ ...noRows, left: [{ why: message, rows: 0 }] })

/** Rows of a day on which a market trades; where none is taken, the calendar decides on the reason. */
export function someRows(parsed: ParsedRows, request: FeedRequest): Outcome {
  const { rows, rejected, left } = parsed
  if (rows.length + rejected.length === 0)
    throw nothing(request, left.length > 0 ? `nothing but ${left.map(({ why }) => why).join(', ')}` : 'no rows of it')
  return rowsOutcome(parsed)
}

/** Adds the reason to an outcome that holds nothing. */
export const reasonIfEmpty = (outcome: Outcome, message: string): Outcome =>
  outcome.kind === 'rows' && outcome.rows.length + outcome.rejected.length + outcome.left.length === 0
    ? { ...outcome, left: [{ why: message, rows: 0 }] }
    : outcome

/** Every row must lie in the requested days. */
export function within(parsed: ParsedRows, column: string, { from, to }: FeedRequest): ParsedRows {
  const [first, last] = [dayOf(from), dayOf(to)]
  for (const row of parsed.rows) {
    const day = row[column] as number
    if (day < first || day > last) throw otherDay(from === to ? from : `${from} to ${to}`, dateOf(day))
  }
  return parsed
}

const lastDay = ({ rows }: ParsedRows, column: string): string | null =>
  rows.length === 0 ? null : dateOf(rows.reduce((last, row) => Math.max(last, row[column] as number), -Infinity))

/** A response with the newest day: an older day means not yet, a newer one belongs to another request. */
export function newest(parsed: ParsedRows, column: string, { to }: FeedRequest): ParsedRows {
  const served = lastDay(parsed, column)
  if (served === null) return parsed
  if (served < to) throw notYet(`still answers with ${served}, asked for ${to}`)
  if (served > to) throw otherDay(to, served)
  return parsed
}

/**
 * A list that is made anew every trading day: the trading day before is a response that is still to come, an older one
 * stands still, which waiting does not mend.
 */
export function newestDay(parsed: ParsedRows, column: string, request: FeedRequest): ParsedRows {
  const served = lastDay(parsed, column)
  if (served !== null) checkStanding(served, request)
  return newest(parsed, column, request)
}

function checkStanding(served: string, { to, calendar }: FeedRequest): void {
  const before = calendar.previous(to)
  if (before !== null && served < before)
    throw new Unexpected({ kind: 'other_day', reason: `stands still at ${served}, asked for ${to}`, served })
}

/** A whole history must reach the requested day; newer rows are kept. */
export function reachingDay(parsed: ParsedRows, column: string, { to }: FeedRequest): ParsedRows {
  const reached = lastDay(parsed, column)
  if (reached === null && parsed.rejected.length === 0) throw notYet(`holds no day at all, asked for ${to}`)
  if (reached !== null && reached < to) throw notYet(`reaches ${reached}, asked for ${to}`)
  return parsed
}

/** The same for months. */
export const reachingMonth = (parsed: ParsedRows, column: string, request: FeedRequest): ParsedRows =>
  reachingDay(parsed, column, { ...request, to: `${request.to.slice(0, 7)}-01` })

const closingHour = 14

/**
 * The trading day of a response that names none, from the moment it was made: the day itself once the market has closed,
 * the trading day before until then. It must be the requested day.
 */
export function dayMade(request: FeedRequest): number {
  const { modified, calendar, to } = request
  if (modified === null) throw notYet('the answer names no day, and the publisher does not say when it was made')
  const made = taipeiDate(modified)
  const isAfter = calendar.isOpen(made) === true && Number(taipeiTime(modified).slice(11, 13)) >= closingHour
  const served = isAfter ? made : calendar.previous(made)
  if (served === null) throw withoutCalendar(`the trading day before ${made}, when the answer was made`)
  checkStanding(served, request)
  if (served < to) throw notYet(`still the answer of ${served}, asked for ${to}`)
  if (served > to) throw otherDay(to, served)
  return dayOf(served)
}

/** The trading day after the requested one, for data published the evening before. */
export function nextDay({ to, calendar }: FeedRequest): number {
  const next = calendar.next(to)
  if (next === null) throw withoutCalendar(`the trading day after ${to} yet`)
  return dayOf(next)
}
