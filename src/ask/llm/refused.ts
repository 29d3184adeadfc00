import { declined } from '../decline.ts'
import type { Declined } from '../outcome.ts'
import { type Reason, Refusal } from '../refusal.ts'
import type { RefusalCode } from './answer.ts'

const reasonOf = (code: RefusalCode, hasWords: boolean): Reason => {
  if (code === 'not_allowed') return 'write'
  if (code === 'out_of_scope') return 'not_here'
  if (code === 'ambiguous') return 'vague'
  return hasWords ? 'unknown_words' : 'unsupported'
}

/** A model's refusal in our own sentences: of its words only those of the question are told. */
export const refusedBy = (
  { code, words }: { readonly code: RefusalCode; readonly words: readonly string[] },
  language: 'en' | 'zh',
): Declined => declined(new Refusal(code, reasonOf(code, words.length > 0), words), language)
