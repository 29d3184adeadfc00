import { mostBeams, mostWords } from './model.ts'

/** The memory through which a thread gives work to the thread of a model, and gets its rows. */
export type Desk = {
  /** How often work was given, how often it was done, what it is (`tasks`), and how many numbers it has. */
  readonly state: Int32Array<SharedArrayBuffer>
  /** The words of a question, or the parents and last words of the beams, one behind the other. */
  readonly given: Int32Array<SharedArrayBuffer>
  readonly rows: Float32Array<SharedArrayBuffer>
}

export const places = { given: 0, done: 1, task: 2, count: 3, beams: 4 } as const
export const tasks = { read: 1, step: 2 } as const

export const createDesk = (vocabulary: number): Desk => ({
  state: new Int32Array(new SharedArrayBuffer(5 * 4)),
  given: new Int32Array(new SharedArrayBuffer(Math.max(mostWords, 2 * mostBeams) * 4)),
  rows: new Float32Array(new SharedArrayBuffer(mostBeams * vocabulary * 4)),
})
