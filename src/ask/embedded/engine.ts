import { NoSuchDate } from '../calendar.ts'
import { check } from '../check.ts'
import type { Facts } from '../facts.ts'
import type { Representation } from '../representation.ts'
import { Meaningless } from '../typing.ts'
import { gather } from './gather.ts'
import { assemble } from './general/assemble.ts'
import { isKind, itemsOf } from './items.ts'
import { Refusal } from './refusal.ts'
import { scan } from './scan.ts'
import type { Token } from './senses.ts'
import { special } from './special/special.ts'
import { createVocabulary } from './vocabulary.ts'

export type Translated = { readonly representation: Representation; readonly language: 'en' | 'zh' }

/** Chinese where it is mostly written in Chinese characters, whatever names stand in it. */
export const languageOf = (question: string): 'en' | 'zh' => {
  const han = question.match(/\p{Script=Han}/gu)?.length ?? 0
  const latin = question.match(/[A-Za-z]+/g)?.length ?? 0
  return han > latin ? 'zh' : 'en'
}

/** Translates questions by lexicon and grammar alone; throws `Refusal` where a word or the whole is not understood. */
export function createEmbedded(facts: Facts): (question: string) => Translated {
  const vocabulary = createVocabulary(facts)
  const today = facts.calendar.newest('TaiwanStockPrice')

  function understand(question: string): Representation {
    const { tokens, unknown } = scan(question, vocabulary, today)
    const items = itemsOf(tokens)
    const stop = items.find((item) => isKind(item, 'stop'))
    if (stop && isKind(stop, 'stop')) refuseStop(stop.sense.why, stop.token)
    if (unknown.length > 0)
      throw new Refusal(
        'not_understood',
        'unknown_words',
        unknown.map(({ text }) => text),
      )
    if (items.length === 0) throw new Refusal('ambiguous', 'empty')
    const gathered = gather(items, facts)
    const representation = special(gathered) ?? assemble(gathered)
    const faults = check(representation, facts)
    if (faults.length > 0) throw new Meaningless(faults.join('; '))
    return representation
  }

  return (question) => {
    try {
      return { representation: understand(question), language: languageOf(question) }
    } catch (error) {
      if (error instanceof Meaningless) throw new Refusal('not_understood', 'unsupported', [error.message])
      if (error instanceof NoSuchDate) throw new Refusal('not_understood', 'no_such_date', [error.message])
      throw error
    }
  }
}

function refuseStop(why: 'out_of_scope' | 'not_allowed' | 'pronoun' | 'vague', { text }: Token): never {
  if (why === 'not_allowed') throw new Refusal('not_allowed', 'write')
  if (why === 'pronoun') throw new Refusal('ambiguous', 'pronoun', [text])
  if (why === 'vague') throw new Refusal('ambiguous', 'vague', [text])
  throw new Refusal('out_of_scope', 'forecast', [text])
}
