import { addDays } from '../days.ts'
import type { Calendar, Feed } from '../sources/feed.ts'
import type { JournalReader } from './fetching/journalReader.ts'
import type { StoredOutcome } from './fetching/journalRecords.ts'
import { doubtOf } from './fetching/reuse.ts'
import { nameOf } from './fetching/storedResponses.ts'
import type { DayRange } from './plan/taipeiDays.ts'
import { isSuccess } from './task.ts'

/** Days that a feed was asked for and has not returned, with the latest outcome of their task, which may span more. */
export type MissingDays = Readonly<ReturnType<typeof missingDaysOf>[number]>

const lineOf = ({ publisher, dataset, endpoint, market, subject }: StoredOutcome): string =>
  JSON.stringify([publisher, dataset, endpoint, market, subject])

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
  type Line = {
    readonly feed: Feed
    readonly bad: StoredOutcome[]
    readonly good: DayRange[]
    first: string
    last: string
  }
  const lines = new Map<string, Line>()
  for (const end of journal.outcomes({ from: since, isUnsettled: true })) {
    const { publisher, dataset, endpoint, market } = end
    const feed = known.get(JSON.stringify([publisher, dataset, endpoint, market]))
    if (!feed) continue
    const name = lineOf(end)
    const line = lines.get(name) ?? { feed, bad: [], good: [], first: end.from, last: end.to }
    lines.set(name, line)
    line.bad.push(end)
    if (end.from < line.first) line.first = end.from
    if (end.to > line.last) line.last = end.to
  }
  for (const { feed, bad, good, first, last } of lines.values())
    for (const end of journal.outcomes({ ...nameOf(feed), from: first, to: last }))
      if (isSuccess(end.kind) && end.subject === bad[0]!.subject) good.push({ from: end.from, to: end.to })
  return [...lines.values()].flatMap(({ feed, bad, good }) =>
    bad.flatMap((end) =>
      remaining(end, good)
        .filter(({ from, to }) => from !== to || calendar.isOpen(from) !== false)
        .map((days) => {
          const { key, subject: id, kind, endedAt } = end
          return { feed, key, ...days, id, kind, reason: end.reason ?? kind, endedAt }
        }),
    ),
  )
}

/** True if the task never returned all rows; otherwise only a later reading of its days failed. */
export const neverHadRows = (journal: Pick<JournalReader, 'responses'>, key: string): boolean =>
  [...journal.responses({ key, kinds: ['rows'] })].every((response) => doubtOf(response) !== null)
