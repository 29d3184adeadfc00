import type { Feed } from '../sources/feed.ts'
import { Unexpected } from '../sources/outcome.ts'
import type { IngestContext } from './context.ts'
import type { FinishedTask } from './fetching/finishedTasks.ts'
import type { StoredResponse } from './fetching/journalRecords.ts'
import { bytesOf, lostOutcome, responsesOfFeed } from './fetching/storedResponses.ts'
import { remaining } from './missingDays.ts'
import type { DayRange } from './plan/taipeiDays.ts'
import { type Task, taskKey } from './task.ts'

/** The newest responses of a list feed that together cover the days. */
function listsOf({ journal }: Pick<IngestContext, 'journal'>, feed: Feed, days: DayRange) {
  const responses = responsesOfFeed(journal, feed, { kinds: ['rows'], newest: true, ...days }).filter(
    ({ file, prunedAt }) => file !== null && prunedAt === null,
  )
  const lists: { readonly response: StoredResponse; readonly days: readonly DayRange[] }[] = []
  let left: DayRange[] = [days]
  for (const response of responses.sort((a, b) => b.id - a.id)) {
    const rest = left.flatMap((one) => remaining(one, [response]))
    const covered = left.flatMap((one) => remaining(one, rest))
    if (covered.length > 0) lists.push({ response, days: covered })
    left = rest
  }
  return lists
}

/** Tasks for details of single events in these days, as the stored lists name them, and lists that cannot be read. */
export async function detailTasksOf(context: Pick<IngestContext, 'journal' | 'archive' | 'choice'>, days: DayRange) {
  const tasks: Task[] = []
  const problems: FinishedTask[] = []
  for (const feed of context.choice.details)
    for (const { response, days: covered } of listsOf(context, feed.detailOf!.list, days)) {
      const asked = { feed, from: response.from, to: response.to, id: null }
      const problem = (outcome: FinishedTask['outcome']) =>
        problems.push({ task: asked, key: taskKey(asked), responseId: response.id, outcome, isReused: true })
      const bytes = await bytesOf(response, context.archive)
      if (typeof bytes === 'string') {
        problem(lostOutcome(response, bytes))
        continue
      }
      try {
        for (const { day, id } of feed.detailOf!.events(bytes))
          if (covered.some(({ from, to }) => from <= day && day <= to)) tasks.push({ feed, from: day, to: day, id })
      } catch (error) {
        if (!(error instanceof Unexpected)) throw error
        problem(error.outcome)
      }
    }
  return { tasks, problems }
}
