import { idsOf } from '../check.ts'
import { checkedSql } from '../compile.ts'
import type { Facts } from '../facts.ts'
import { canonicalOf } from '../reading.ts'
import type { Representation } from '../representation.ts'
import type { Candidate } from './beam.ts'
import { advance, nextOf, refusedWord, type State, start } from './derivation.ts'
import { type Encoded, encode, resolve } from './encode.ts'
import { countsOf, type Guess } from './guess.ts'
import { createNames } from './names.ts'

/** A meaning that a question may have; those of the same SQL are one, and their probabilities add up. */
type Reading = {
  readonly representation: Representation
  readonly sql: string
  readonly probability: number
  /** The words of the meaning, with references into the question. */
  readonly words: readonly string[]
}

export type Readings = {
  readonly encoded: Encoded
  /** The most probable first. */
  readonly readings: readonly Reading[]
  /** The probability that the question must be refused, by the reason. */
  readonly refusals: ReadonlyMap<string, number>
  /** What the most probable meaning failed by, where it was more probable than the readings. */
  readonly fault: Error | null
}

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
      const word = resolve(token, slots, today, fits)
      if (word === null) return null
      found.push(word)
      state = advance(state, token)
      if (state === null) return null
    }
    return found
  }

  function read(candidates: readonly Candidate[], encoded: Encoded): Readings {
    const bySql = new Map<string, Reading>()
    const refusals = new Map<string, number>()
    let [fault, faultProbability]: [Error | null, number] = [null, 0]
    for (const { tokens, probability } of candidates) {
      const reason = refusedWord(tokens[0] ?? '')
      if (reason !== null) {
        refusals.set(reason, (refusals.get(reason) ?? 0) + probability)
        continue
      }
      try {
        const words = resolved(tokens, encoded)
        if (words === null) continue
        const representation = canonical.fromTokens(words)
        const sql = checkedSql(representation, facts)
        const known = bySql.get(sql)
        bySql.set(sql, {
          sql,
          representation: known?.representation ?? representation,
          words: known?.words ?? tokens,
          probability: probability + (known?.probability ?? 0),
        })
      } catch (error) {
        if (probability > faultProbability) [fault, faultProbability] = [error as Error, probability]
      }
    }
    const readings = [...bySql.values()].sort((a, b) => b.probability - a.probability)
    return { encoded, refusals, readings, fault: faultProbability > (readings[0]?.probability ?? 0) ? fault : null }
  }

  return async (question, width = 4) => {
    const encoded = encode(question, names)
    return read(await guess({ words: encoded.words, counts: countsOf(encoded.slots), width }), encoded)
  }
}
