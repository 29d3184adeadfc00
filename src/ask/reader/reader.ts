import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NoSuchDate } from '../calendar.ts'
import { namesOf } from '../canonical/canonical.ts'
import { told } from '../canonical/told.ts'
import { compiled } from '../compile.ts'
import { NotCovered } from '../coverage.ts'
import { declined, declinedAsNotCovered } from '../decline.ts'
import type { Facts } from '../facts.ts'
import { languageOf } from '../language.ts'
import type { Declined, OfferedReading, Outcome, Translated } from '../outcome.ts'
import { canonicalOf } from '../reading.ts'
import type { Run } from '../relation.ts'
import type { Representation } from '../representation.ts'
import type { Reason } from '../sentences.ts'
import { Meaningless } from '../typing.ts'
import { isAnswered, judged, matterOf } from './answered.ts'
import { withDefaults } from './defaults.ts'
import { evidenceOf } from './evidence.ts'
import { type Gate, mostRefusal } from './gate.ts'
import type { Guess } from './guess.ts'
import { createReadings, type Readings } from './readings.ts'
import { absentIn, isForbidden, isForecast } from './refusedWords.ts'
import { sentenceOf, tokenOf } from './token.ts'
import { unusedIn } from './unused.ts'

/** Named in every answer; the number changes when the same question may come to mean something else. */
export const embeddedEngine = 'embedded/11'

/** The longest question that is read; no question of a person is longer. */
const longest = 500
/** Readings that are offered to choose from, and the least probability of one. */
const [mostOffered, leastOffered] = [3, 0.02]
/** A reason to refuse is named from this probability on; nonsense seldom has one. */
const leastReason = 0.4

const gate: Gate = JSON.parse(readFileSync(join(import.meta.dirname, 'gate.json'), 'utf8'))

/** The reasons that the models give; all others are that the data does not have it. */
const reasons: Readonly<Record<string, Reason>> = {
  injection: 'write',
  private: 'private',
  advice: 'advice',
  ambiguous: 'vague',
}

type Language = 'en' | 'zh'

export type Reader = {
  /**
   * What a question means, or why it is not answered; with `reading`, the meaning that was chosen. Meanings that a
   * question may have are run: whether they return the same rows, or any, says how sure one of them is.
   */
  readonly translate: (question: string, run: Run, reading?: string) => Promise<Outcome>
}

/**
 * Reads questions: sentences of the canonical language exactly; all others by the models, which guess, and the gate,
 * which decides whether a guess is good enough to be answered. Without models only the former are read.
 */
export function createReader(facts: Facts, guess: Guess | null): Reader {
  const find = guess ? createReadings(guess, facts) : null
  const canonical = canonicalOf(facts)
  const nameOf = namesOf(facts)

  const translated = (representation: Representation, language: Language, read: Translated['read']): Translated => ({
    kind: 'translated',
    language,
    representation,
    ...compiled(representation, facts, language),
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

  /** Readings that differ in something that matters: not only in how many rows or columns there are. */
  const offered = ({ readings }: Readings, language: Language): OfferedReading[] =>
    [...Map.groupBy(readings, ({ representation }) => matterOf(representation)).values()]
      .map(([first, ...others]) => ({
        ...first!,
        probability: [first!, ...others].reduce((sum, { probability }) => sum + probability, 0),
      }))
      .filter(({ probability }) => probability >= leastOffered)
      .slice(0, mostOffered)
      .map(({ representation, probability }) => ({
        sentence: told(representation, language, canonical),
        question: canonical.print(representation, language),
        reading: tokenOf(canonical.print(representation, 'code')),
        probability: Math.round(Math.min(1, probability) * 1_000) / 1_000,
      }))

  async function guessed(question: string, language: Language, run: Run): Promise<Outcome> {
    if (question.length > longest) return declined('too_long', language)
    const found = await find!(question)
    const { readings, refusals, refusal, encoded, fault } = found
    const understood = understoodIn(found)
    const [first] = readings
    if (first && refusal < first.probability) {
      const choice = offered(found, language)
      const mayAnswer = fault === null && refusal < mostRefusal
      const { answer, evidence } = mayAnswer ? await evidenceOf(found, run) : { answer: first, evidence: null }
      const unused = unusedIn(encoded, answer.words)
      const left = [...unused.names, ...unused.numbers, ...unused.days]
      const read = { readings: choice, refusal, unused: left }
      if (evidence && isAnswered(judged(question, found, answer, evidence), gate))
        return translated(withDefaults(answer.representation, question, encoded, facts), language, read)
      if (fault instanceof NotCovered) return declinedAsNotCovered(fault, language, understood)
      if (choice.length > 0) {
        const reason = choice.length === 1 ? 'one_reading' : 'which_reading'
        return declined(reason, language, { words: left, readings: choice, understood })
      }
    }
    const [reason = '', probability = 0] = [...refusals].sort((a, b) => b[1] - a[1])[0] ?? []
    if (fault instanceof NotCovered) return declinedAsNotCovered(fault, language, understood)
    if (fault instanceof NoSuchDate) return declined('no_such_date', language, { understood })
    if (probability > leastReason) return declined(reasons[reason] ?? 'not_here', language, { understood })
    return declined('unsupported', language, { understood })
  }

  /** Names of the question and what they were taken for. */
  function understoodIn({ encoded }: Readings): Declined['understood'] {
    return encoded.slots.names.slice(0, 12).map(([referent], at) => ({
      text: encoded.written.get(`e${at}`) ?? '',
      as: referent!.kind === 'industry' ? referent!.id : `${referent!.id} ${nameOf('', referent!.id) ?? ''}`.trim(),
    }))
  }

  return {
    async translate(question, run, reading) {
      const language = languageOf(question)
      try {
        if (reading !== undefined) {
          const sentence = sentenceOf(reading)
          const [chosen] = sentence === null ? [] : canonical.read(sentence, 'code')
          if (!chosen) return declined('no_such_reading', language)
          return translated(chosen, language, null)
        }
        if (isForbidden(question)) return declined('write', language)
        const said = exact(question)
        if (said) return translated(said, language, null)
        const missing = absentIn(question)
        if (missing.length > 0) return declined('not_here', language, { words: missing })
        if (isForecast(question)) return declined('advice', language)
        return find ? await guessed(question, language, run) : declined('without_models', language)
      } catch (error) {
        if (error instanceof NotCovered) return declinedAsNotCovered(error, language)
        if (error instanceof NoSuchDate) return declined('no_such_date', language)
        if (error instanceof Meaningless) return declined('unsupported', language)
        throw error
      }
    },
  }
}
