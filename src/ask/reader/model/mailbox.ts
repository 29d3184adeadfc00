import { mostBeams, mostWords } from './model.ts'

/** The memory through which a thread gives work to the thread of a model, and gets its rows. */
export type Mailbox = {
  /** The numbers at `places`. */
  readonly state: Int32Array<SharedArrayBuffer>
  /** Words, parents and last words of beams, or two texts of which one explains the other: one list behind the other. */
  readonly given: Int32Array<SharedArrayBuffer>
  /** The rows of a step, one behind the other, or the logarithms of an explained text. */
  readonly rows: Float32Array<SharedArrayBuffer>
}

/**
 * How often work was given and how often it was done, the kind of work (`tasks`), and the lengths of the two lists that
 * are given, or of the list of logarithms that came of it.
 */
export const places = { given: 0, done: 1, task: 2, first: 3, second: 4, result: 5 } as const
export const tasks = { read: 1, step: 2, explain: 3 } as const
/** Stands in the place of `done` where the thread has ended by an error. */
export const failed = -1

export const createMailbox = (vocabulary: number): Mailbox => ({
  state: new Int32Array(new SharedArrayBuffer(6 * 4)),
  given: new Int32Array(new SharedArrayBuffer(2 * mostWords * 4)),
  rows: new Float32Array(new SharedArrayBuffer(mostBeams * vocabulary * 4)),
})
