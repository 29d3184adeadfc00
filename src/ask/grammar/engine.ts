import { NoSuchDate } from '../calendar.ts'
import { compile } from '../compile.ts'
import { NotCovered } from '../coverage.ts'
import type { Facts } from '../facts.ts'
import { languageOf } from '../language.ts'
import type { Outcome } from '../outcome.ts'
import type { Note, Representation } from '../representation.ts'
import { Meaningless } from '../typing.ts'
import { declined, declinedAsNotCovered, securitiesLike } from './decline.ts'
import { gather } from './gather.ts'
import { assemble } from './general/assemble.ts'
import { isKind, itemsOf } from './items/items.ts'
import { createOverlooked } from './overlooked.ts'
import { Refusal } from './refusal.ts'
import { scan } from './scan/scan.ts'
import type { Of, Token } from './senses.ts'
import { answerRecords } from './special/records/records.ts'
import { special } from './special/special.ts'
import { holdToWords } from './trace/trace.ts'
import { createVocabulary } from './vocabulary.ts'

/** The longest question that is read; no question of a person is longer. */
const longest = 500

const isIt = /^(it|它)$/i

/** What a name can be the beginning of: a few characters or one word. */
const isName = /^(?:[\p{Script=Han}]{2,6}|[A-Za-z]{3,20})$/u

/** Words that begin a name and are said for themselves. */
const isOrdinary =
  /^(first|second|third|next|last|new|good|best|great|big|far|global|united|general|advanced|universal|standard)$/i

/** Translates questions by lexicon and grammar alone, from what the data itself says. */
export function createGrammarReader(facts: Facts): (question: string) => Outcome {
  const vocabulary = createVocabulary(facts)
  const { calendar } = facts
  const today = calendar.newest('TaiwanStockPrice')
  const overlooked = createOverlooked(facts)

  function understand(tokens: readonly Token[], unknown: readonly Token[]): Representation {
    const read = itemsOf(tokens)
    // Beside a name, "it" is what was named.
    const named = read.some((item) => isKind(item, 'entity'))
    const items = named ? read.filter((item) => !(isKind(item, 'stop') && isIt.test(item.token.text))) : read
    const stop = items.find((item) => isKind(item, 'stop'))
    if (stop && isKind(stop, 'stop')) refuse(stop.sense, stop.token)
    if (unknown.length > 0)
      throw new Refusal(
        'not_understood',
        'unknown_words',
        unknown.map(({ text }) => text),
      )
    if (items.length === 0) throw new Refusal('ambiguous', 'empty')
    const gathered = gather(items, facts)
    try {
      return holdToWords(gathered, special(gathered) ?? assemble(gathered))
    } catch (error) {
      // What is no measure of every day may be a row of a table.
      if (!(error instanceof Refusal) || error.code === 'out_of_scope') throw error
      const rows = answerRecords(gathered)
      if (!rows) throw error
      return holdToWords(gathered, rows)
    }
  }

  /** A word nobody knows may be the beginning of one name; of several, somebody has to choose. */
  function complete(word: Token): Token {
    const found = securitiesLike(word.text, vocabulary.names)
    if (found.length === 0) throw new Refusal('not_understood', 'unknown_words', [word.text])
    if (found.length > 1)
      throw new Refusal(
        'ambiguous',
        'several_names',
        [word.text],
        found.map(({ id, name }) => `${id} ${name}`),
      )
    return { ...word, senses: [{ t: 'entity', entity: found[0]! }] }
  }

  function translate(
    question: string,
    language: 'en' | 'zh',
    tokens: readonly Token[],
    unknown: readonly Token[],
  ): Outcome {
    if (question.length > longest) throw new Refusal('not_understood', 'unsupported')
    const [word, ...more] = unknown
    const named = tokens.some((token) => token.senses.some(({ t }) => t === 'entity'))
    const guessed =
      word && more.length === 0 && !named && isName.test(word.text) && !isOrdinary.test(word.text)
        ? complete(word)
        : null
    const all = guessed ? [...tokens, guessed].sort((a, b) => a.from - b.from) : tokens
    const meant = understand(all, guessed ? [] : unknown)
    const left = overlooked(question, meant)
    if (left) throw new Refusal('not_understood', 'unused_words', [left])
    const [sense] = guessed?.senses ?? []
    const notes: Note[] =
      sense?.t === 'entity' ? [{ code: 'name', value: `${sense.entity.id} ${sense.entity.name}` }] : []
    const representation = { ...meant, notes: [...meant.notes, ...notes] }
    return { kind: 'translated', language, representation, sql: compile(representation, facts, language), read: null }
  }

  return (question) => {
    const language = languageOf(question)
    let tokens: readonly Token[] = []
    try {
      const scanned = scan(question.slice(0, longest), vocabulary, today)
      tokens = scanned.tokens
      return translate(question, language, tokens, scanned.unknown)
    } catch (error) {
      if (error instanceof NotCovered) return declinedAsNotCovered(error, language, { tokens, calendar })
      return declined(refusalOf(error), language, { tokens, calendar })
    }
  }
}

/** What the checker and the calendar found meaningless is a question not understood; anything else is a fault of ours. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof Meaningless) return new Refusal('not_understood', 'unsupported')
  if (error instanceof NoSuchDate) return new Refusal('not_understood', 'no_such_date')
  throw error
}

function refuse({ why }: Of<'stop'>, { text }: Token): never {
  if (why === 'not_allowed') throw new Refusal('not_allowed', 'write')
  if (why === 'pronoun') throw new Refusal('ambiguous', 'pronoun', [text])
  if (why === 'vague') throw new Refusal('ambiguous', 'vague', [text])
  throw new Refusal('out_of_scope', 'forecast')
}
