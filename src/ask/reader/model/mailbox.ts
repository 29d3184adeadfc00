import { mostBeams, mostWords } from './model.ts'

/** The memory through which a thread gives work to the thread of a model, and gets its rows. */
export type Mailbox = {
  /** The numbers at `places`. */
  readonly state: Int32Array<SharedArrayBuffer>
  /** The words of a question, or the parents and last words of the beams, one behind the other. */
  readonly given: Int32Array<SharedArrayBuffer>
  /** The rows of a step, one behind the other. */
  readonly rows: Float32Array<SharedArrayBuffer>
}

/**
 * How often work was given and how often it was done, the kind of work (`tasks`), how many words or beams are given, and
 * how many beams a question is read for.
 */
export const places = { given: 0, done: 1, task: 2, count: 3, beams: 4 } as const
export const tasks = { read: 1, step: 2 } as const
/** Stands in the place of `done` where the thread has ended by an error. */
export const failed = -1

export const createMailbox = (vocabulary: number): Mailbox => ({
  state: new Int32Array(new SharedArrayBuffer(5 * 4)),
  given: new Int32Array(new SharedArrayBuffer(Math.max(mostWords, 2 * mostBeams) * 4)),
  rows: new Float32Array(new SharedArrayBuffer(mostBeams * vocabulary * 4)),
})
