import type { Representation } from './representation.ts'

/** Why a question is not answered; `decisions.md` and the HTTP answer know the same four. */
export type DeclineCode = 'not_understood' | 'ambiguous' | 'out_of_scope' | 'not_allowed'

type Translated = {
  readonly kind: 'translated'
  readonly language: 'en' | 'zh'
  readonly representation: Representation
  /** What it is in SQL, with the reading taken at its head. */
  readonly sql: string
}

/** A question that is not answered, with what helps to ask it again; texts are in the question's language. */
export type Declined = {
  readonly kind: 'declined'
  readonly language: 'en' | 'zh'
  readonly code: DeclineCode
  readonly detail: string
  readonly understood: readonly { readonly text: string; readonly as: string }[]
  readonly not_understood: readonly string[]
  readonly candidates: readonly string[]
  readonly suggestions: readonly string[]
}

export type Outcome = Translated | Declined
