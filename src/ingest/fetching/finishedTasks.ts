import type { Outcome } from '../../sources/outcome.ts'
import { isSuccess, type Task } from '../task.ts'

/** The outcome of a task: the feed's reading of the response, or the reason why there is none. */
export type TaskOutcome =
  | Outcome
  /** No response after all attempts: network error, timeout, or a response over the size limit. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The rows of its response are not in the lake, and its bytes are gone: it must be asked for again. */
  | { readonly kind: 'lost'; readonly reason: string }
  /** Not sent: the host's circuit is open until then. */
  | { readonly kind: 'held'; readonly reason: string; readonly until: string }

/** The outcome's name in reports and gaps, where an unreachable publisher differs from one that refused. */
export const outcomeWord = (kind: string): string => (kind === 'failed' ? 'unreachable' : kind)

export type FinishedTask = {
  readonly task: Task
  readonly key: string
  /** The stored response that the outcome was read from; null if there is none. */
  readonly responseId: number | null
  readonly outcome: TaskOutcome
  /** True if the outcome was read from an archived response instead of a new request. */
  readonly isReused: boolean
}

/** The outcomes of a run: counts by outcome, the tasks without rows, and the twins' tasks with rows. */
export type TaskTally = {
  readonly counts: Record<string, number>
  readonly problems: FinishedTask[]
  readonly twins: Pick<FinishedTask, 'task'>[]
}

export const emptyTally = (): TaskTally => ({ counts: {}, problems: [], twins: [] })

export function addToTally({ counts, problems, twins }: TaskTally, step: FinishedTask, isTwin: boolean): void {
  const { task, outcome } = step
  const word = outcomeWord(outcome.kind)
  counts[word] = (counts[word] ?? 0) + 1
  if (!isSuccess(outcome.kind)) problems.push(step)
  else if (isTwin && outcome.kind === 'rows') twins.push({ task })
}
