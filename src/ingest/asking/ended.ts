import type { Outcome } from '../../sources/outcome.ts'
import type { Task } from '../task.ts'

/** How a question ended: with what its feed made of the answer, or without an answer, and why. */
export type Ended =
  | Outcome
  /** No answer came, however often it was asked: the network, a time-out, an answer beyond all bounds. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** It was not asked: its host refuses, and rests until then. */
  | { readonly kind: 'held'; readonly reason: string; readonly until: string }

/** The word for an end in reports and gaps: a publisher that could not be reached is told from one that refused. */
export const endWord = (kind: string): string => (kind === 'failed' ? 'unreachable' : kind)

/** The end of one task. */
export type Step = {
  readonly task: Task
  readonly key: string
  /** The stored answer that the outcome was read from; null where there is none. */
  readonly answerId: number | null
  readonly outcome: Ended
  /** It was answered before, and read from the archive instead of asked again. */
  readonly isReused: boolean
}
