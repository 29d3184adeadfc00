import type { DeclineCode, OfferedReading } from './outcome.ts'

/** What stands in the way, as a key of the sentences in `sentences.ts`. */
export type Reason =
  | 'unknown_words'
  | 'without_models'
  | 'which_reading'
  | 'one_reading'
  | 'advice'
  | 'vague'
  | 'not_here'
  | 'write'
  | 'private'
  | 'no_such_date'
  | 'too_long'
  | 'unsupported'
  | 'no_such_reading'

/** Thrown where reading a question cannot go on; `decline.ts` turns it into an answer. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: DeclineCode
  readonly reason: Reason
  /** Words of the question it is about. */
  readonly words: readonly string[]
  /** What it may mean, to choose from. */
  readonly readings: readonly OfferedReading[]
  constructor(
    code: DeclineCode,
    reason: Reason,
    words: readonly string[] = [],
    readings: readonly OfferedReading[] = [],
  ) {
    super(reason)
    this.code = code
    this.reason = reason
    this.words = words
    this.readings = readings
  }
}
