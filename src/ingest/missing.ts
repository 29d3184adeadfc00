import type { Calendar, Feed } from '../sources/feed.ts'
import type { JournalReader, TaskEnd } from './asking/records.ts'
import { shifted } from './plan/moments.ts'
import { isTold } from './task.ts'

/** Days that a feed was asked for and has not given, and how the last asking ended. */
export type Missing = {
  readonly feed: Feed
  /** The question, which may be about more days. */
  readonly key: string
  readonly from: string
  readonly to: string
  readonly id: string | null
  readonly kind: TaskEnd['kind']
  readonly reason: string
  readonly endedAt: string
}

const lineOf = ({ publisher, dataset, endpoint, market, subject }: TaskEnd): string =>
  JSON.stringify([publisher, dataset, endpoint, market, subject])

type Days = { readonly from: string; readonly to: string }

/** What is left of the days once those that later answers covered are taken out. */
export function remaining(days: Days, covered: readonly Days[]): Days[] {
  let left = [days]
  for (const { from, to } of covered)
    left = left.flatMap((one) => {
      if (to < one.from || from > one.to) return [one]
      const before = one.from < from ? [{ from: one.from, to: shifted(from, -1) }] : []
      const after = one.to > to ? [{ from: shifted(to, 1), to: one.to }] : []
      return [...before, ...after]
    })
  return left
}

/**
 * What is missing by the journal: tasks that ended badly and whose days no other answer of the feed has brought. Of a
 * feed that always tells the newest, an older day is lost; days on which the market was closed after all are not.
 */
export function missingOf(
  journal: Pick<JournalReader, 'ends'>,
  feeds: readonly Feed[],
  calendar: Calendar,
  since: string,
): Missing[] {
  const known = new Map(
    feeds.map((feed) => [JSON.stringify([feed.publisher.id, feed.dataset.name, feed.endpoint, feed.market]), feed]),
  )
  type Line = { readonly feed: Feed; readonly bad: TaskEnd[]; readonly good: Days[]; first: string; last: string }
  const lines = new Map<string, Line>()
  for (const end of journal.ends({ from: since })) {
    const { publisher, dataset, endpoint, market } = end
    const feed = isTold(end.kind) ? undefined : known.get(JSON.stringify([publisher, dataset, endpoint, market]))
    if (!feed) continue
    const name = lineOf(end)
    const line = lines.get(name) ?? { feed, bad: [], good: [], first: end.from, last: end.to }
    lines.set(name, line)
    line.bad.push(end)
    if (end.from < line.first) line.first = end.from
    if (end.to > line.last) line.last = end.to
  }
  // Years of good answers are looked at again rather than kept.
  if (lines.size > 0)
    for (const end of journal.ends({ from: since })) {
      const line = isTold(end.kind) ? lines.get(lineOf(end)) : undefined
      if (line && end.from <= line.last && end.to >= line.first) line.good.push({ from: end.from, to: end.to })
    }
  return [...lines.values()].flatMap(({ feed, bad, good }) =>
    bad.flatMap((end) =>
      remaining(end, good)
        .filter(({ from, to }) => from !== to || calendar.isOpen(from) !== false)
        .map(({ from, to }) => ({
          feed,
          key: end.key,
          from,
          to,
          id: end.subject,
          kind: end.kind,
          reason: end.reason ?? end.kind,
          endedAt: end.endedAt,
        })),
    ),
  )
}

/** Whether the question was never answered with rows: where it was, only a second reading of its days failed. */
export const wasNeverTold = (journal: Pick<JournalReader, 'answers'>, key: string): boolean =>
  journal.answers({ key, kinds: ['rows'] }).next().done === true
