import { declined } from '../decline.ts'
import type { Declined } from '../outcome.ts'
import type { Reason } from '../sentences.ts'
import type { Refusal } from './answer.ts'

const reasonOf = ({ code, words }: Refusal): Reason => {
  if (code === 'not_allowed') return 'write'
  if (code === 'out_of_scope') return 'not_here'
  if (code === 'ambiguous') return 'vague'
  return words.length > 0 ? 'unknown_words' : 'unsupported'
}

/** A model's refusal in our own sentences: of its words only those of the question are told. */
export const refusedBy = (refusal: Refusal, language: 'en' | 'zh'): Declined =>
  declined(reasonOf(refusal), language, { words: refusal.words })
