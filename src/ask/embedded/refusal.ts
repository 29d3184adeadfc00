/** Why a question is not answered. */
export type Code = 'not_understood' | 'ambiguous' | 'out_of_scope' | 'not_allowed'

/** What went wrong, as a key of the sentences in `sentences.ts`, with the words it is about. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: Code
  readonly reason: Reason
  readonly words: readonly string[]
  readonly candidates: readonly string[]
  constructor(code: Code, reason: Reason, words: readonly string[] = [], candidates: readonly string[] = []) {
    super(reason)
    this.code = code
    this.reason = reason
    this.words = words
    this.candidates = candidates
  }
}

export const reasons = [
  'unknown_words',
  'unused_words',
  'which_entity',
  'which_measure',
  'pronoun',
  'vague',
  'forecast',
  'not_here',
  'future',
  'write',
  'does_not_fit',
  'needs_window',
  'needs_number',
  'two_readings',
  'several_names',
  'no_such_date',
  'empty',
  'unsupported',
] as const
export type Reason = (typeof reasons)[number]
