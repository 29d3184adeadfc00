import { addDays } from '../days.ts'
import type { Calendar, Feed } from '../sources/feed.ts'
import type { JournalReader } from './fetching/journalReader.ts'
import { doubtOf } from './fetching/reuse.ts'
import { nameOf } from './fetching/storedResponses.ts'
import type { DayRange } from './plan/taipeiDays.ts'
import { isSuccess } from './task.ts'

/** Days that a feed was asked for and has not returned, with the latest outcome of their task, which may span more. */
export type MissingDays = Readonly<ReturnType<typeof missingDaysOf>[number]>

/** The parts of the days that `covered` leaves out. */
export function remaining(days: DayRange, covered: readonly DayRange[]): DayRange[] {
  let left = [days]
  for (const { from, to } of covered)
    left = left.flatMap((one) => {
      if (to < one.from || from > one.to) return [one]
      const before = one.from < from ? [{ from: one.from, to: addDays(from, -1) }] : []
      const after = one.to > to ? [{ from: addDays(to, 1), to: one.to }] : []
      return [...before, ...after]
    })
  return left
}

/**
 * Days of failed tasks that no other response of the feed covers. A feed of the newest day cannot return an older one;
 * days on which the market was closed are not missing.
 */
export function missingDaysOf(
  journal: Pick<JournalReader, 'outcomes'>,
  feeds: readonly Feed[],
  calendar: Calendar,
  since: string,
) {
  const known = new Map(
    feeds.map((feed) => [JSON.stringify([feed.publisher.id, feed.dataset.name, feed.endpoint, feed.market]), feed]),
  )
  return journal.outcomes({ from: since, isUnsettled: true }).flatMap((end) => {
    const { publisher, dataset, endpoint, market, key, subject: id, from, to, kind, endedAt } = end
    const feed = known.get(JSON.stringify([publisher, dataset, endpoint, market]))
    if (!feed) return []
    const good = journal
      .outcomes({ ...nameOf(feed), from, to })
      .filter((other) => isSuccess(other.kind) && other.subject === id)
    return remaining(end, good)
      .filter((days) => days.from !== days.to || calendar.isOpen(days.from) !== false)
      .map((days) => ({ feed, key, ...days, id, kind, reason: end.reason ?? kind, endedAt }))
  })
}

/** True if the task never returned all rows; otherwise only a later reading of its days failed. */
export const neverHadRows = (journal: Pick<JournalReader, 'responses'>, key: string): boolean =>
  [...journal.responses({ key, kinds: ['rows'] })].every((response) => doubtOf(response) !== null)
