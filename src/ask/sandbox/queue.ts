import { SandboxError } from './errors.ts'
import type { Answer, Question } from './messages.ts'
import type { World } from './tables.ts'

/** A question on its way to a process. */
export type Job = {
  readonly world: World
  readonly question: Question
  readonly deadlineMs: number
  readonly signal: AbortSignal | undefined
  readonly onBegin: (() => void) | undefined
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
  attempts: number
}

/** Questions that wait for a process, in order. */
export type Queue = {
  readonly jobs: () => readonly Job[]
  readonly add: (job: Job, place: 'first' | 'last') => void
  /** Takes a question out; false where it no longer waits. */
  readonly take: (job: Job) => boolean
  readonly turnAway: (job: Job, error: Error) => void
}

/** How long a question waits for its turn, whatever else happens. */
const patienceMs = 60_000

export function createQueue(): Queue {
  const waiting = new Map<Job, NodeJS.Timeout>()
  let order: Job[] = []

  const take = (job: Job): boolean => {
    clearTimeout(waiting.get(job))
    order = order.filter((other) => other !== job)
    return waiting.delete(job)
  }
  const turnAway = (job: Job, error: Error): void => {
    if (take(job)) job.reject(error)
  }
  return {
    jobs: () => order,
    take,
    turnAway,
    add(job, place) {
      order = place === 'first' ? [job, ...order] : [...order, job]
      const overdue = new SandboxError('unavailable', 'no process became free', 30)
      waiting.set(
        job,
        setTimeout(() => turnAway(job, overdue), patienceMs),
      )
    },
  }
}
