import type { Feed } from '../sources/feed.ts'
import { Unexpected } from '../sources/outcome.ts'
import type { Step } from './asking/ended.ts'
import type { StoredAnswer } from './asking/records.ts'
import type { Desk } from './desk.ts'
import { remaining } from './missing.ts'
import { keyOf, type Task } from './task.ts'

type Days = { readonly from: string; readonly to: string }

export type Details = {
  readonly tasks: readonly Task[]
  /** Lists that do not say what to ask for. */
  readonly problems: readonly Step[]
}

/** The newest answers of a list that cover the days together. */
function listsOf({ journal }: Pick<Desk, 'journal'>, { publisher, dataset, endpoint, market }: Feed, days: Days) {
  const told = [
    ...journal.answers({ publisher: publisher.id, dataset: dataset.name, kinds: ['rows'], newest: true, ...days }),
  ].filter(
    (answer) =>
      answer.endpoint === endpoint &&
      answer.market === market &&
      answer.part === 'answer' &&
      answer.file !== null &&
      answer.prunedAt === null,
  )
  const lists: { readonly answer: StoredAnswer; readonly days: readonly Days[] }[] = []
  let left: Days[] = [days]
  for (const answer of told.sort((a, b) => b.id - a.id)) {
    const rest = left.flatMap((one) => remaining(one, [answer]))
    const covered = left.flatMap((one) => remaining(one, rest))
    if (covered.length > 0) lists.push({ answer, days: covered })
    left = rest
  }
  return lists
}

/** Questions about single events of these days, as far as the lists of the journal name them. */
export async function detailsOf(desk: Pick<Desk, 'journal' | 'archive' | 'choice'>, days: Days): Promise<Details> {
  const tasks: Task[] = []
  const problems: Step[] = []
  for (const feed of desk.choice.details)
    for (const { answer, days: covered } of listsOf(desk, feed.detailOf!.list, days)) {
      const bytes = await desk.archive.read({ file: answer.file!, sha256: answer.sha256! })
      try {
        for (const { day, id } of feed.detailOf!.events(bytes))
          if (covered.some(({ from, to }) => from <= day && day <= to)) tasks.push({ feed, from: day, to: day, id })
      } catch (error) {
        if (!(error instanceof Unexpected)) throw error
        const task = { feed, from: answer.from, to: answer.to, id: null }
        problems.push({ task, key: keyOf(task), answerId: answer.id, outcome: error.outcome, isReused: true })
      }
    }
  return { tasks, problems }
}
