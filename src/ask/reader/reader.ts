import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NoSuchDate } from '../calendar.ts'
import { namesOf } from '../canonical/canonical.ts'
import { checkedSql, compile } from '../compile.ts'
import { NotCovered } from '../coverage.ts'
import { declined, declinedAsNotCovered } from '../decline.ts'
import type { Facts } from '../facts.ts'
import { createGrammarReader } from '../grammar/engine.ts'
import { languageOf } from '../language.ts'
import type { Declined, OfferedReading, Outcome } from '../outcome.ts'
import { canonicalOf } from '../reading.ts'
import { Refusal } from '../refusal.ts'
import type { Representation } from '../representation.ts'
import { Meaningless } from '../typing.ts'
import { confidenceOf, type Gate, mostRefusal } from './gate.ts'
import type { Guess } from './guess.ts'
import { createReadings, marginOf, type Readings } from './readings.ts'
import { plain, plainText } from './text.ts'
import { sentenceOf, tokenOf } from './token.ts'
import { unusedIn } from './unused.ts'

/** Named in every answer; the number changes when the same question may come to mean something else. */
export const embeddedEngine = 'embedded/8'

/** The longest question that is read; no question of a person is longer. */
const longest = 500
/** Readings that are offered to choose from, and the least probability of one. */
const [mostOffered, leastOffered] = [3, 0.02]
/** A reason to refuse is named from this probability on; nonsense seldom has one. */
const leastReason = 0.4

const file = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')
const gate: Gate = JSON.parse(file('gate.json'))
/** Words that no question about the market has: whatever the model makes of them, they are refused. */
const forbidden = file('forbidden.txt').trimEnd().split('\n').map(plainText)
/** Words for what no dataset has: a reading of such a question has left out what it asks for. */
const absent = file('absent.txt').trimEnd().split('\n').map(plainText)

type Language = 'en' | 'zh'

export type Reader = {
  /** What a question means, or why it is not answered; with `reading`, the meaning that was chosen. */
  readonly translate: (question: string, reading?: string) => Promise<Outcome>
}

/**
 * Reads questions: sentences of the canonical language exactly; plain questions by the grammar, which knows every word
 * of what it answers; all others by the model, which guesses, and the gate, which decides whether a guess is good enough
 * to be answered. Where grammar and model are both sure and do not mean the same, their rows decide.
 */
export function createReader(facts: Facts, guess: Guess | null): Reader {
  const find = guess ? createReadings(guess, facts) : null
  const byGrammar = createGrammarReader(facts)
  const canonical = canonicalOf(facts)
  const nameOf = namesOf(facts)

  const translated = (
    representation: Representation,
    language: Language,
    read: Extract<Outcome, { kind: 'translated' }>['read'],
  ): Outcome => ({
    kind: 'translated',
    language,
    representation,
    sql: compile(representation, facts, language),
    read,
  })

  /** The meaning of a sentence of the canonical language, in whichever form. */
  function exact(question: string): Representation | null {
    for (const form of ['zh', 'en', 'code'] as const) {
      const [only, ...others] = canonical.read(question, form)
      if (only && others.length === 0) return only
    }
    return null
  }

  const offered = ({ readings }: Readings, language: Language): OfferedReading[] =>
    readings
      .filter(({ probability }) => probability >= leastOffered)
      .slice(0, mostOffered)
      .map(({ representation, probability }) => ({
        sentence: canonical.print(representation, language),
        reading: tokenOf(canonical.print(representation, 'code')),
        probability: Math.round(probability * 1_000) / 1_000,
      }))

  /** The grammar's meaning, in doubt where the model is sure of another one. */
  function doubted(plainly: Extract<Outcome, { kind: 'translated' }>, guess: Outcome): Outcome {
    const { language, representation } = plainly
    const isSame = (other: Representation) => checkedSql(other, facts) === checkedSql(representation, facts)
    if (guess.kind !== 'translated' || isSame(guess.representation)) return plainly
    const own: OfferedReading = {
      sentence: canonical.print(representation, language),
      reading: tokenOf(canonical.print(representation, 'code')),
      probability: 0,
    }
    const others = (guess.read?.readings ?? []).filter(({ reading }) => reading !== own.reading)
    const choice = [...others.slice(0, mostOffered - 1), own]
    return {
      ...plainly,
      doubt: { sql: guess.sql, declined: declined(new Refusal('ambiguous', 'which_reading', [], choice), language) },
    }
  }

  async function guessed(question: string, language: Language): Promise<Outcome> {
    if (question.length > longest) return declined(new Refusal('not_understood', 'too_long'), language)
    const found = await find!(question)
    const { readings, refusals, encoded, fault } = found
    const understood = understoodIn(found)
    const [refusal = '', refusalProbability = 0] = [...refusals].sort((a, b) => b[1] - a[1])[0] ?? []
    const total = [...refusals.values()].reduce((sum, one) => sum + one, 0)
    const [first, second] = readings
    if (first && total < first.probability) {
      const unused = unusedIn(encoded, first.words)
      const evidence = {
        first: first.probability,
        second: second?.probability ?? 0,
        refusal: total,
        belief: first.belief,
        explained: first.explained,
        margin: marginOf(readings),
        length: encoded.words.length,
        meaning: first.words,
      }
      const choice = offered(found, language)
      // What the question says and the reading leaves out may be what it is about.
      const isJudged = first.explained.length > 0
      const mayPass = fault === null && unused.length === 0 && total < mostRefusal && isJudged
      if (mayPass && confidenceOf(evidence, gate) >= gate.threshold)
        return translated(first.representation, language, { readings: choice, refusal: total, unused })
      if (fault instanceof NotCovered) return declinedAsNotCovered(fault, language, understood)
      if (choice.length > 0)
        return declined(new Refusal('ambiguous', 'which_reading', unused, choice), language, understood)
    }
    if (fault instanceof NotCovered) return declinedAsNotCovered(fault, language, understood)
    if (fault instanceof NoSuchDate)
      return declined(new Refusal('not_understood', 'no_such_date'), language, understood)
    if (refusalProbability > leastReason) return declined(refusalFor(refusal), language, understood)
    return declined(new Refusal('not_understood', 'unsupported'), language, understood)
  }

  /** Names of the question and what they were taken for. */
  function understoodIn({ encoded }: Readings): Declined['understood'] {
    return encoded.slots.names.slice(0, 12).map(([referent], at) => ({
      text: encoded.written.get(`e${at}`) ?? '',
      as: referent!.kind === 'industry' ? referent!.id : `${referent!.id} ${nameOf('', referent!.id) ?? ''}`.trim(),
    }))
  }

  return {
    async translate(question, reading) {
      const language = languageOf(question)
      try {
        if (reading !== undefined) {
          const sentence = sentenceOf(reading)
          const [chosen] = sentence === null ? [] : canonical.read(sentence, 'code')
          if (!chosen) return declined(new Refusal('not_understood', 'no_such_reading'), language)
          return translated(chosen, language, null)
        }
        const text = plainText(question)
        if (forbidden.some((words) => text.includes(words)))
          return declined(new Refusal('not_allowed', 'write'), language)
        const said = exact(question)
        if (said) return translated(said, language, null)
        const missing = absentIn(question)
        if (missing.length > 0) return declined(new Refusal('out_of_scope', 'not_here', missing), language)
        const plainly = byGrammar(question)
        if (!find || (plainly.kind === 'declined' && plainly.code === 'not_allowed')) return plainly
        const guess = await guessed(question, language)
        return plainly.kind === 'translated' ? doubted(plainly, guess) : guess
      } catch (error) {
        if (error instanceof NotCovered) return declinedAsNotCovered(error, language)
        if (error instanceof NoSuchDate) return declined(new Refusal('not_understood', 'no_such_date'), language)
        if (error instanceof Meaningless) return declined(new Refusal('not_understood', 'unsupported'), language)
        throw error
      }
    },
  }
}

/** The words of a question for what no dataset has, as they were written. */
function absentIn(question: string): string[] {
  const { text, places } = plain(question)
  return absent.flatMap((words) => {
    const at = text.indexOf(words)
    return at < 0 ? [] : [question.slice(places[at], places[at + words.length])]
  })
}

/** The refusal for a reason that the model gives. */
const refusalFor = (reason: string): Refusal => {
  if (reason === 'injection') return new Refusal('not_allowed', 'write')
  if (reason === 'private') return new Refusal('not_allowed', 'private')
  if (reason === 'advice') return new Refusal('out_of_scope', 'advice')
  if (reason === 'ambiguous') return new Refusal('ambiguous', 'vague')
  return new Refusal('out_of_scope', 'not_here')
}
