import { mostBeams, mostWords } from './model.ts'

/** The memory through which a thread gives work to the thread of a model, and gets its rows. */
export type Mailbox = {
  /** The numbers at `places`. */
  readonly state: Int32Array<SharedArrayBuffer>
  /** Words, or parents and last words of beams, one list behind the other. */
  readonly given: Int32Array<SharedArrayBuffer>
  /** The rows of a step, one behind the other. */
  readonly rows: Float32Array<SharedArrayBuffer>
}

/** How often work was given and how often it was done, the kind of work (`tasks`), and the lengths of the two lists. */
export const places = { given: 0, done: 1, task: 2, first: 3, second: 4 } as const
export const tasks = { read: 1, step: 2 } as const
/** Stands in the place of `done` where the thread has ended by an error. */
export const failed = -1

export const createMailbox = (vocabulary: number): Mailbox => ({
  state: new Int32Array(new SharedArrayBuffer(5 * 4)),
  given: new Int32Array(new SharedArrayBuffer(2 * mostWords * 4)),
  rows: new Float32Array(new SharedArrayBuffer(mostBeams * vocabulary * 4)),
})

/**
 * Waits until the number at a place is not `value` any more; false where that takes longer than `longestMs`. A
 * notification is not enough: it may come late, from the change before.
 */
export function waitForChange(
  state: Mailbox['state'],
  place: number,
  value: number,
  longestMs = Number.POSITIVE_INFINITY,
): boolean {
  const until = performance.now() + longestMs
  while (Atomics.load(state, place) === value)
    if (Atomics.wait(state, place, value, until - performance.now()) === 'timed-out') return false
  return true
}
