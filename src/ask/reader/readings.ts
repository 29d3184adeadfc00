import { idsOf } from '../check.ts'
import { checkedSql } from '../compile.ts'
import type { Facts } from '../facts.ts'
import { type Account, accountOf } from '../heed/accounted.ts'
import { isScheduled } from '../heed/ahead.ts'
import { lapsesIn } from '../heed/lapses.ts'
import { mended } from '../heed/mend.ts'
import { repeatsItself } from '../heed/repeats.ts'
import { canonicalOf } from '../reading.ts'
import type { Representation } from '../representation.ts'
import type { Belief, Candidate } from './beam.ts'
import { withCompanions } from './companions.ts'
import { advance, nextOf, refusedWord, type State, start } from './derivation.ts'
import { type Encoded, encode, resolve } from './encode.ts'
import { countsOf, type Guess } from './guess.ts'
import { inRows } from './inRows.ts'
import { createNames } from './names.ts'
import { inSaidUnits } from './saidUnit.ts'
import { plainText } from './text.ts'
import { untilToday } from './untilToday.ts'
import { withColumnsOf } from './withColumnsOf.ts'

/** A meaning that a question may have; those of the same SQL are one, and their probabilities add up. */
export type Reading = {
  readonly representation: Representation
  readonly sql: string
  readonly probability: number
  /** The words of the meaning, with references into the question. */
  readonly words: readonly string[]
  readonly belief: Belief
  /** What of the question it leaves out, or has beyond it; with any, it may be offered and is never answered. */
  readonly lapses: readonly string[]
  /** How well the question and the reading account for each other. */
  readonly account: Account
}

export type Readings = {
  readonly encoded: Encoded
  /** Those without a lapse first, and the most probable of them first. */
  readonly readings: readonly Reading[]
  /** The first reading with the columns of others that ask for the same rows; null where there are none. */
  readonly widened: Reading | null
  /** The probability that the question must be refused: by the reason, and in all. */
  readonly refusals: ReadonlyMap<string, number>
  readonly refusal: number
  /** What the most probable meaning failed by, where it was more probable than the readings. */
  readonly fault: Error | null
}

/** How probable another reading must be beside the first one for its columns to be told too. */
const closeShare = 0.1

export type FindReadings = (question: string, width?: number) => Promise<Readings>

/** Finds the meanings of questions by the model, held to the registry and to the data. */
export function createReadings(guess: Guess, facts: Facts): FindReadings {
  const names = createNames(facts)
  const canonical = canonicalOf(facts)
  const today = facts.calendar.newest('TaiwanStockPrice')

  /** The words with their references resolved; null where one stands for nothing that fits. */
  function resolved(tokens: readonly string[], { slots }: Encoded): string[] | null {
    const found: string[] = []
    let state: State | null = start
    for (const token of tokens) {
      const { symbol, dataset } = nextOf(state)
      const fits = symbol.startsWith('id') ? idsOf(dataset, facts) : () => true
      const word = resolve(token, slots, today, { dataset, fits })
      if (word === null) return null
      found.push(word)
      state = advance(state, token)
      if (state === null) return null
    }
    return found
  }

  /** A meaning as it is answered, from the one that the models write. */
  const meant = (written: Representation, question: string): Representation =>
    withCompanions(inRows(untilToday(mended(inSaidUnits(written, question), question, facts), question, today)))

  function widened(readings: readonly Reading[], question: string, encoded: Encoded): Reading | null {
    const [first, ...others] = readings.filter(({ lapses }) => lapses.length === 0)
    const close = others.filter(({ probability }) => probability >= closeShare * first!.probability)
    const representation = withColumnsOf(
      first?.representation,
      close.map((other) => other.representation),
    )
    if (!representation) return null
    try {
      const lapses = lapsesIn(representation, question, encoded, today)
      return lapses.length > 0 ? null : { ...first!, representation, sql: checkedSql(representation, facts) }
    } catch {
      return null
    }
  }

  function read(question: string, candidates: readonly Candidate[], encoded: Encoded): Readings {
    const bySql = new Map<string, Reading>()
    const refusals = new Map<string, number>()
    const text = plainText(question)
    let [fault, faultProbability]: [Error | null, number] = [null, 0]
    for (const { tokens, probability, belief } of candidates) {
      const reason = refusedWord(tokens[0] ?? '')
      if (reason !== null) {
        // What is scheduled is no forecast.
        if (reason === 'advice' && isScheduled(text)) continue
        refusals.set(reason, (refusals.get(reason) ?? 0) + probability)
        continue
      }
      try {
        const words = resolved(tokens, encoded)
        if (words === null) continue
        const representation = meant(canonical.fromTokens(words), question)
        // A value against itself, or a column twice, is nothing that anybody asks.
        if (repeatsItself(representation)) continue
        const sql = checkedSql(representation, facts)
        const known = bySql.get(sql)
        bySql.set(sql, {
          sql,
          representation: known?.representation ?? representation,
          words: known?.words ?? tokens,
          belief: known?.belief ?? belief,
          probability: probability + (known?.probability ?? 0),
          account: known?.account ?? accountOf(representation, encoded),
          lapses: known?.lapses ?? lapsesIn(representation, question, encoded, today),
        })
      } catch (error) {
        if (probability > faultProbability) [fault, faultProbability] = [error as Error, probability]
      }
    }
    const readings = [...bySql.values()].sort(
      (a, b) => Number(a.lapses.length > 0) - Number(b.lapses.length > 0) || b.probability - a.probability,
    )
    const refusal = [...refusals.values()].reduce((sum, one) => sum + one, 0)
    const isFaulty = faultProbability > (readings[0]?.probability ?? 0)
    return {
      encoded,
      refusals,
      refusal,
      readings,
      widened: widened(readings, question, encoded),
      fault: isFaulty ? fault : null,
    }
  }

  return async (question, width = 4) => {
    const encoded = encode(question, names)
    return read(question, await guess({ words: encoded.words, counts: countsOf(encoded.slots), width }), encoded)
  }
}
