import type { Logger } from 'pino'
import { type Task, taskKey } from '../task.ts'
import type { RequestContext } from './attempt.ts'
import type { TaskOutcome } from './finishedTasks.ts'
import type { JournalReader } from './journalReader.ts'
import type { StoredResponse } from './journalRecords.ts'
import { readStoredResponse } from './storedResponses.ts'

/** Why a response with rows did not answer its task: many rows are missing in it. Null for every other response. */
export const doubtOf = ({ kind, reason }: Pick<StoredResponse, 'kind' | 'reason'>): string | null =>
  kind === 'rows' ? reason : null

type ReuseRules = {
  readonly journal: Pick<JournalReader, 'lastReadable' | 'outcome'>
  /** Null before the run began. */
  readonly run: number | null
  readonly since: (task: Task) => string | null
}

/** The stored response that answers a task without a request, judged by the journal alone. */
export function reusableResponse({ journal, run, since }: ReuseRules, task: Task): StoredResponse | null {
  const stored = journal.lastReadable(taskKey(task))
  // Another writer may have outrun a response even of this run, which was killed and is resumed.
  if (stored === null || (stored.run === run && stored.load !== 0)) return stored
  const from = since(task)
  // An unreadable response may be readable today; one that was not published yet must be requested again.
  const isKept = ['rows', 'closed', 'changed'].includes(stored.kind) && doubtOf(stored) === null
  return from !== null && stored.askedAt >= from && isKept ? stored : null
}

/** Reads the reusable response of a task with today's feed; null if the outcome does not answer it. */
export async function reuseResponse(
  options: ReuseRules &
    Pick<RequestContext, 'journal' | 'archive' | 'calendar' | 'run'> & { readonly log: Pick<Logger, 'warn'> },
  task: Task,
): Promise<{ readonly responseId: number; readonly outcome: TaskOutcome } | null> {
  const { journal, archive, calendar, run, log } = options
  const stored = reusableResponse(options, task)
  if (stored === null) return null
  const doubt = doubtOf(stored)
  if (doubt !== null) return { responseId: stored.id, outcome: { kind: 'blocked', reason: doubt, evidence: '' } }
  const outcome = await readStoredResponse(archive, stored, task.feed, calendar)
  if (outcome.kind === 'lost')
    log.warn({ task: taskKey(task), file: stored.file }, 'a kept answer cannot be read, and is asked for again')
  if (outcome.kind === 'blocked' || outcome.kind === 'lost') return null
  if (stored.run !== run && outcome.kind !== 'rows' && outcome.kind !== 'closed') return null
  if (outcome.kind !== stored.kind) journal.reread(stored.id, outcome)
  const end = journal.outcome(taskKey(task))
  if (end?.responseId !== stored.id || end.kind !== outcome.kind)
    journal.recordOutcomes([{ task, run, outcome, responseId: stored.id }])
  return { responseId: stored.id, outcome }
}
