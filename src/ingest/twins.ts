import type { Feed } from '../sources/feed.ts'
import { type FinishedTask, outcomeWord, type TaskTally } from './fetching/finishedTasks.ts'
import type { JournalReader } from './fetching/journalReader.ts'
import { nameOf } from './fetching/storedResponses.ts'
import { type MissingDays, remaining } from './missingDays.ts'
import type { FeedChoice } from './plan/chooseFeeds.ts'
import type { DayRange } from './plan/taipeiDays.ts'
import { overlap } from './plan/twins.ts'
import { isSuccess } from './task.ts'

/** A response that is not published yet is not a fault. */
export const isFault = ({ outcome: { kind } }: FinishedTask): boolean => !isSuccess(kind) && kind !== 'not_yet'

const wordOf = ({ outcome }: FinishedTask): string =>
  'reason' in outcome ? `${outcomeWord(outcome.kind)}: ${outcome.reason}` : outcome.kind

/** The endpoints of the tasks that overlap the days. */
const answersIn = (steps: readonly Pick<FinishedTask, 'task'>[], days: DayRange): string[] => [
  ...new Set(steps.filter(({ task }) => overlap(task, days)).map(({ task }) => task.feed.endpoint)),
]

/** Rows from twins, used because the primary feeds failed. */
export function twinRowsOf(
  tally: Pick<TaskTally, 'problems' | 'twins'>,
  twins: FeedChoice['twins'],
  missing: readonly MissingDays[],
) {
  const faults = tally.problems.filter(isFault)
  const lines = Map.groupBy(
    [...twins].filter(([primary]) => faults.some(({ task }) => task.feed === primary)),
    ([, twin]) => twin,
  )
  return [...lines].flatMap(([twin, pairs]) => {
    const primaryFeeds = pairs.map(([primary]) => primary)
    const failed = faults.filter(({ task }) => primaryFeeds.includes(task.feed))
    const fromTwin = tally.twins.filter(({ task }) => twin.includes(task.feed))
    const windows = new Map(fromTwin.map(({ task: { from, to } }) => [`${from} ${to}`, { from, to }]))
    const fills = new Set(twin.flatMap((feed) => feed.fills))
    return [...windows.values()].flatMap((days) => {
      const first = failed.find(({ task }) => overlap(task, days))
      if (first === undefined) return []
      const { dataset, market, publisher } = first.task.feed
      return {
        dataset: dataset.name,
        market,
        ...days,
        /** Publisher and endpoints that supplied the rows, and those that should have. */
        publisher: twin[0]!.publisher.id,
        answers: answersIn(fromTwin, days),
        insteadOf: { publisher: publisher.id, answers: answersIn(failed, days) },
        /** Outcome of the primary feed. */
        why: wordOf(first),
        /** Columns that only the primary feed fills; unknown unless already stored. */
        lacks: [...new Set(primaryFeeds.flatMap((primary) => primary.fills))].filter((name) => !fills.has(name)),
        /** Recent days that neither feed returned. */
        stillMissing: distinct(
          missing.filter(({ feed }) => primaryFeeds.includes(feed)).map(({ from, to }) => ({ from, to })),
        ),
      }
    })
  })
}

const distinct = (days: readonly DayRange[]): DayRange[] => [
  ...new Map(days.map((one) => [`${one.from} ${one.to}`, one])).values(),
]

const feedName = ({ publisher, dataset, endpoint, market }: Feed): string =>
  JSON.stringify([publisher.id, dataset.name, endpoint, market])

/** Names another publisher that has the rows, unless they are merely not published yet. */
function offerOf({ kind }: MissingDays, others: readonly Feed[]): string {
  if (kind === 'not_yet' || others.length === 0) return ''
  const answers = [...new Set(others.map(({ endpoint }) => endpoint))].join(', ')
  return `; ${others[0]!.publisher.id} ${answers} tells it too, and its terms are not accepted`
}

/**
 * Removes the days that twins returned from the missing ones and adds the reason why a twin failed. Without a twin,
 * names the publisher whose terms would have to be accepted.
 */
export function missingFromTwins(
  journal: Pick<JournalReader, 'outcomes'>,
  missing: readonly MissingDays[],
  { twins, unaccepted }: Pick<FeedChoice, 'twins' | 'unaccepted'>,
): MissingDays[] {
  const asked = [...new Set(missing.flatMap(({ feed }) => twins.get(feed) ?? []))]
  const days = missing.flatMap(({ from, to }) => [from, to]).sort()
  const ends = asked.flatMap((feed) =>
    journal
      .outcomes({ ...nameOf(feed), from: days[0]!, to: days.at(-1)! })
      .map((end) => ({ ...end, feed: feedName(feed) })),
  )
  return missing.flatMap((one) => {
    const line = (twins.get(one.feed) ?? []).map(feedName)
    if (line.length === 0) return [{ ...one, reason: `${one.reason}${offerOf(one, unaccepted.get(one.feed) ?? [])}` }]
    const about = ends.filter((end) => line.includes(end.feed) && overlap(end, one))
    const good = about.filter(({ kind }) => isSuccess(kind))
    const covered = good.filter(({ from, to }) =>
      line.every((name) => good.some((end) => end.feed === name && end.from <= from && end.to >= to)),
    )
    return remaining(one, covered).map((days) => {
      const failed = about.find((end) => !isSuccess(end.kind) && overlap(end, days))
      const also = failed
        ? `; ${failed.publisher} ${failed.endpoint} was asked instead: ${outcomeWord(failed.kind)}: ${failed.reason}`
        : ''
      return { ...one, ...days, reason: `${one.reason}${also}` }
    })
  })
}
