import { type FinishedTask, outcomeWord } from './fetching/finishedTasks.ts'
import { isSuccess } from './task.ts'

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
