import type { Feed, Market } from '../sources/feed.ts'
import { endWord, type Step } from './asking/ended.ts'
import type { JournalReader } from './asking/records.ts'
import { type Missing, remaining } from './missing.ts'
import type { Choice } from './plan/choice.ts'
import { doTouch } from './plan/twins.ts'
import type { Asked } from './report.ts'
import { isTold } from './task.ts'

type Twins = Choice['twins']
type Days = { readonly from: string; readonly to: string }

/** Rows that came from another publisher than the one that is asked first, and what that leaves open. */
export type FromTwin = Days & {
  readonly dataset: string
  readonly market: Market | null
  /** Publisher and answer: whose rows they are, and whose they were to be. */
  readonly publisher: string
  readonly answers: readonly string[]
  readonly insteadOf: { readonly publisher: string; readonly answers: readonly string[] }
  /** How asking the first one ended. */
  readonly why: string
  /** Columns that the first one tells and this one does not: unknown, unless they are stored. */
  readonly lacks: readonly string[]
  /** Days of the last weeks that the first one did not give, nor this one. */
  readonly stillMissing: readonly Days[]
}

/** Not out yet at one is not a fault of its. */
export const isFault = ({ outcome: { kind } }: Step): boolean => !isTold(kind) && kind !== 'not_yet'

const wordOf = ({ outcome }: Step): string =>
  'reason' in outcome ? `${endWord(outcome.kind)}: ${outcome.reason}` : outcome.kind

/** The answers that these steps were about, as far as they are about the days. */
const answersIn = (steps: readonly Pick<Step, 'task'>[], days: Days): string[] => [
  ...new Set(steps.filter(({ task }) => doTouch(task, days)).map(({ task }) => task.feed.endpoint)),
]

/** What the ends of a run say of rows from twins. */
export function fromTwins(
  asked: Pick<Asked, 'problems' | 'twins'>,
  twins: Twins,
  missing: readonly Missing[],
): FromTwin[] {
  const found: FromTwin[] = []
  const faults = asked.problems.filter(isFault)
  const lines = Map.groupBy(
    [...twins].filter(([maker]) => faults.some(({ task }) => task.feed === maker)),
    ([, twin]) => twin,
  )
  for (const [twin, pairs] of lines) {
    const makers = pairs.map(([maker]) => maker)
    const failed = faults.filter(({ task }) => makers.includes(task.feed))
    const told = asked.twins.filter(({ task }) => twin.includes(task.feed))
    const windows = new Map(told.map(({ task: { from, to } }) => [`${from} ${to}`, { from, to }]))
    const fills = new Set(twin.flatMap((feed) => feed.fills))
    for (const days of windows.values()) {
      const [first] = failed.filter(({ task }) => doTouch(task, days))
      if (first === undefined) continue
      found.push({
        dataset: first.task.feed.dataset.name,
        market: first.task.feed.market,
        ...days,
        publisher: twin[0]!.publisher.id,
        answers: answersIn(told, days),
        insteadOf: {
          publisher: first.task.feed.publisher.id,
          answers: answersIn(failed, days),
        },
        why: wordOf(first),
        lacks: [...new Set(makers.flatMap((maker) => maker.fills))].filter((name) => !fills.has(name)),
        stillMissing: distinct(
          missing.filter(({ feed }) => makers.includes(feed)).map(({ from, to }) => ({ from, to })),
        ),
      })
    }
  }
  return found
}

const distinct = (days: readonly Days[]): Days[] => [
  ...new Map(days.map((one) => [`${one.from} ${one.to}`, one])).values(),
]

const feedName = ({ publisher, dataset, endpoint, market }: Feed): string =>
  JSON.stringify([publisher.id, dataset.name, endpoint, market])

/** What is not out yet will come; what failed is told by others as well. */
function offerOf({ kind }: Missing, others: readonly Feed[]): string {
  if (kind === 'not_yet' || others.length === 0) return ''
  const answers = [...new Set(others.map(({ endpoint }) => endpoint))].join(', ')
  return `; ${others[0]!.publisher.id} ${answers} tells it too, and its terms are not accepted`
}

/**
 * What is missing although twins were asked as well: days that one told are left out, and why it did not is added. Where
 * there is none, the publisher is named whose terms would have to be accepted.
 */
export function untold(
  journal: Pick<JournalReader, 'ends'>,
  missing: readonly Missing[],
  { twins, unaccepted }: Pick<Choice, 'twins' | 'unaccepted'>,
): Missing[] {
  const names = new Set(missing.flatMap(({ feed }) => twins.get(feed) ?? []).map(feedName))
  const datasets = new Set(missing.filter(({ feed }) => twins.has(feed)).map(({ feed }) => feed.dataset.name))
  const ends = [...datasets]
    .flatMap((dataset) => [...journal.ends({ dataset })])
    .map((end) => ({ ...end, feed: JSON.stringify([end.publisher, end.dataset, end.endpoint, end.market]) }))
    .filter(({ feed }) => names.has(feed))
  return missing.flatMap((one) => {
    const line = (twins.get(one.feed) ?? []).map(feedName)
    if (line.length === 0) return [{ ...one, reason: `${one.reason}${offerOf(one, unaccepted.get(one.feed) ?? [])}` }]
    const about = ends.filter((end) => line.includes(end.feed) && doTouch(end, one))
    const good = about.filter(({ kind }) => isTold(kind))
    const covered = good.filter(({ from, to }) =>
      line.every((name) => good.some((end) => end.feed === name && end.from <= from && end.to >= to)),
    )
    return remaining(one, covered).map((days) => {
      const failed = about.find((end) => !isTold(end.kind) && doTouch(end, days))
      const also = failed
        ? `; ${failed.publisher} ${failed.endpoint} was asked instead: ${endWord(failed.kind)}: ${failed.reason}`
        : ''
      return { ...one, ...days, reason: `${one.reason}${also}` }
    })
  })
}
