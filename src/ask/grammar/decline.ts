import type { Calendar } from '../calendar.ts'
import { type NotCovered, notCovered } from '../coverage.ts'
import type { Declined } from '../outcome.ts'
import { examples } from '../sentences.ts'
import { canonical } from './columns.ts'
import type { Refusal } from './refusal.ts'
import { type Entity, type Sense, senseOf, type Token } from './senses.ts'
import { sentences } from './sentences.ts'
import type { Vocabulary } from './vocabulary.ts'

type Language = 'en' | 'zh'

/** Words of the question are given back, but never more than a few of them. */
const cut = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** What a token was taken to be, for those that carry a meaning. */
function meaningOf(sense: Sense | undefined, calendar: Calendar): string | null {
  if (!sense) return null
  if (sense.t === 'entity') return `${sense.entity.id} ${sense.entity.name}`
  if (sense.t === 'columns')
    return sense.readings[0] ? `${sense.readings[0].dataset}.${sense.readings[0].column}` : null
  if (sense.t === 'part') return [...(sense.industry ?? []), sense.market, sense.type].filter(Boolean).join(', ')
  if (sense.t !== 'time') return null
  try {
    const { from, to } = calendar.range(sense.time.window, 'TaiwanStockPrice')
    return from === to ? from : `${from ?? '…'} – ${to ?? '…'}`
  } catch {
    return null
  }
}

const telling = ['entity', 'time', 'columns', 'part'] as const

/** Securities whose name begins like a word nobody knows. */
export function securitiesLike(word: string, names: Vocabulary['names']): Entity[] {
  const wanted = canonical(word)
  const found = new Map<string, Entity>()
  // Of a Latin name only whole words count, else any few letters would begin some name.
  const isLatin = /^[a-z]/.test(wanted)
  const begins = (name: string): boolean => name === wanted || name.startsWith(isLatin ? `${wanted} ` : wanted)
  for (const { name, entity } of names)
    if (entity.subject === 'stock' && begins(canonical(name))) found.set(entity.id, entity)
  return [...found.values()].slice(0, 8)
}

/** What to ask instead, with what was understood. */
function suggest(tokens: readonly Token[], language: Language): string[] {
  const entity = tokens.map((token) => senseOf(token, 'entity')).find((sense) => sense)?.entity
  if (entity?.subject !== 'stock') return [...examples[language]]
  return language === 'zh'
    ? [`${entity.name}今天收盤價`, `${entity.name}近一個月收盤價`, `${entity.name}本益比`]
    : [
        `Closing price of ${entity.id} today`,
        `Closing price of ${entity.id} over the past month`,
        `P/E of ${entity.id}`,
      ]
}

type Read = { readonly tokens: readonly Token[]; readonly calendar: Calendar }

const understoodOf = ({ tokens, calendar }: Read): Declined['understood'] =>
  tokens
    .flatMap((token) => {
      const as = telling.map((kind) => meaningOf(senseOf(token, kind), calendar)).find((text) => text)
      return as ? [{ text: cut(token.text), as }] : []
    })
    .slice(0, 12)

/** The answer to a question about securities that the dataset never has rows of. */
export const declinedAsNotCovered = (error: NotCovered, language: Language, read: Read): Declined => ({
  kind: 'declined',
  language,
  code: 'out_of_scope',
  detail: notCovered(error, language),
  understood: understoodOf(read),
  not_understood: [],
  candidates: [],
  readings: [],
  suggestions: [...examples[language]],
})

/** The answer to a question that cannot be read. */
export function declined({ code, reason, words, candidates }: Refusal, language: Language, read: Read): Declined {
  const said = words.slice(0, 5).map(cut)
  const isUnknown = reason === 'unknown_words' || reason === 'unused_words'
  // Nothing of the inside is named to whom asks for it.
  const quiet = code === 'not_allowed'
  return {
    kind: 'declined',
    language,
    code,
    detail: sentences[reason][language](said.join(language === 'zh' ? '、' : ', ')),
    understood: quiet ? [] : understoodOf(read),
    not_understood: quiet ? [] : isUnknown || reason === 'pronoun' || reason === 'vague' ? said : [],
    candidates,
    readings: [],
    suggestions: quiet ? [] : suggest(read.tokens, language),
  }
}
