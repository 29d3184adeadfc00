import type { Calendar, Feed } from '../sources/feed.ts'
import type { JournalReader, TaskEnd } from './asking/records.ts'
import { shifted } from './plan/moments.ts'

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

const isGood = ({ kind }: TaskEnd): boolean => kind === 'rows' || kind === 'closed'

const lineOf = ({ publisher, dataset, endpoint, market, subject }: TaskEnd): string =>
  JSON.stringify([publisher, dataset, endpoint, market, subject])

/** What is left of the days once those that later answers covered are taken out. */
export function remaining(days: { from: string; to: string }, covered: readonly { from: string; to: string }[]) {
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
  const lines = Map.groupBy([...journal.ends({ from: since })], lineOf)
  return [...lines.values()].flatMap((ends) => {
    const { publisher, dataset, endpoint, market } = ends[0]!
    const feed = known.get(JSON.stringify([publisher, dataset, endpoint, market]))
    if (!feed) return []
    const good = ends.filter(isGood)
    return ends
      .filter((end) => !isGood(end))
      .flatMap((end) =>
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
      )
  })
}

/** Whether the question was never answered with rows: where it was, only a second reading of its days failed. */
export const wasNeverTold = (journal: Pick<JournalReader, 'answers'>, key: string): boolean =>
  journal.answers({ key, kinds: ['rows'] }).next().done === true
