import { refusalCodes } from './prompt.ts'
import { isObject } from './protocol.ts'

/** Why a model gives no meaning, and the words of the question that are the reason. */
export type Refusal = { readonly code: (typeof refusalCodes)[number]; readonly words: readonly string[] }

/** What a model said: a value to be checked, a refusal, or nothing that can be read. */
export type Said = { readonly value: unknown } | { readonly refused: Refusal } | { readonly faults: readonly string[] }

/** Reads the object that was said. Of a refusal only words that stand in the question are kept: nothing a model makes up is told. */
export function answerOf(answer: unknown, question: string): Said {
  if (!isObject(answer)) return { faults: ['the answer must be one JSON object and nothing else'] }
  const { representation, refusal } = answer
  if (isObject(refusal)) {
    const code = refusalCodes.find((known) => known === refusal.code)
    if (!code) return { faults: [`refusal.code must be one of ${refusalCodes.join(', ')}`] }
    const words = Array.isArray(refusal.words) ? refusal.words : []
    return { refused: { code, words: words.filter((word) => isWordOf(word, question)).slice(0, 10) } }
  }
  if (isObject(representation)) return { value: representation }
  return { faults: ['the answer must have a representation or a refusal'] }
}

const isWordOf = (word: unknown, question: string): word is string =>
  typeof word === 'string' && word.length > 0 && question.includes(word)
