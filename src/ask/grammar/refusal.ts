import type { DeclineCode } from '../outcome.ts'

/** What stands in the way, as a key of the sentences in `sentences.ts`. */
export type Reason =
  | 'unknown_words'
  | 'unused_words'
  | 'which_entity'
  | 'which_measure'
  | 'pronoun'
  | 'vague'
  | 'forecast'
  | 'not_here'
  | 'future'
  | 'write'
  | 'does_not_fit'
  | 'needs_window'
  | 'needs_number'
  | 'two_readings'
  | 'several_names'
  | 'no_such_date'
  | 'empty'
  | 'unsupported'

/** Thrown where reading a question cannot go on; `decline.ts` turns it into an answer. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: DeclineCode
  readonly reason: Reason
  /** Words of the question it is about. */
  readonly words: readonly string[]
  readonly candidates: readonly string[]
  constructor(code: DeclineCode, reason: Reason, words: readonly string[] = [], candidates: readonly string[] = []) {
    super(reason)
    this.code = code
    this.reason = reason
    this.words = words
    this.candidates = candidates
  }
}
