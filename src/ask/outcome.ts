import type { Representation } from './representation.ts'
import type { DeclineCode, Reason } from './sentences.ts'

export type Translated = {
  readonly kind: 'translated'
  readonly language: 'en' | 'zh'
  readonly representation: Representation
  /** What it is in SQL, and the same with the reading taken at its head. */
  readonly statement: string
  readonly sql: string
  /** How sure the reader was; null where it was told the meaning. */
  readonly read: ReadBy | null
}

/** How a question was read: the meanings it may have, and what of it none of them uses. */
export type ReadBy = {
  readonly readings: readonly OfferedReading[]
  /** The probability that the question has no answer here. */
  readonly refusal: number
  readonly unused: readonly string[]
}

/** A meaning that a question may have, to choose from: asked again with `reading`, the question has exactly that one. */
export type OfferedReading = {
  /** As a person would say it. */
  readonly sentence: string
  /** The same in the canonical language, which is read word by word. */
  readonly question: string
  readonly reading: string
  /** From 0 to 1, as the model sees it. */
  readonly probability: number
}

/** A question that is not answered, with what helps to ask it again; texts are in the question's language. */
export type Declined = {
  readonly kind: 'declined'
  readonly language: 'en' | 'zh'
  readonly code: DeclineCode
  /** Null where a check of the meaning says why. */
  readonly reason: Reason | null
  readonly detail: string
  readonly understood: readonly { readonly text: string; readonly as: string }[]
  readonly not_understood: readonly string[]
  readonly candidates: readonly string[]
  /** The same as `candidates`, with what chooses each. */
  readonly readings: readonly OfferedReading[]
  readonly suggestions: readonly string[]
}

export type Outcome = Translated | Declined
