import { idsOf } from '../check.ts'
import { checkedSql } from '../compile.ts'
import type { Facts } from '../facts.ts'
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
}

export type Readings = {
  readonly encoded: Encoded
  /** The most probable first. */
  readonly readings: readonly Reading[]
  /** The first reading with the columns of others that ask for the same rows; null where there are none. */
  readonly widened: Reading | null
  /** The probability that the question must be refused: by the reason, and in all. */
  readonly refusals: ReadonlyMap<string, number>
  readonly refusal: number
  /** What the most probable meaning failed by, where it was more probable than the readings. */
  readonly fault: Error | null
}

/** Whether a meaning says something twice: nobody asks so, but a model that is lost does. */
function repeatsItself({ select, where }: Representation): boolean {
  const lists = [select.map(({ of }) => JSON.stringify(of)), where.map((one) => JSON.stringify(one))]
  return lists.some((list) => new Set(list).size < list.length)
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
    withCompanions(inRows(untilToday(inSaidUnits(written, question), question, today)))

  function widened([first, ...others]: readonly Reading[]): Reading | null {
    const close = others.filter(({ probability }) => probability >= closeShare * first!.probability)
    const representation = withColumnsOf(
      first?.representation,
      close.map((other) => other.representation),
    )
    if (!representation) return null
    try {
      return { ...first!, representation, sql: checkedSql(representation, facts) }
    } catch {
      return null
    }
  }

  function read(question: string, candidates: readonly Candidate[], encoded: Encoded): Readings {
    const bySql = new Map<string, Reading>()
    const refusals = new Map<string, number>()
    let [fault, faultProbability]: [Error | null, number] = [null, 0]
    for (const { tokens, probability, belief } of candidates) {
      const reason = refusedWord(tokens[0] ?? '')
      if (reason !== null) {
        refusals.set(reason, (refusals.get(reason) ?? 0) + probability)
        continue
      }
      try {
        const words = resolved(tokens, encoded)
        if (words === null) continue
        const representation = meant(canonical.fromTokens(words), question)
        if (repeatsItself(representation)) continue
        const sql = checkedSql(representation, facts)
        const known = bySql.get(sql)
        bySql.set(sql, {
          sql,
          representation: known?.representation ?? representation,
          words: known?.words ?? tokens,
          belief: known?.belief ?? belief,
          probability: probability + (known?.probability ?? 0),
        })
      } catch (error) {
        if (probability > faultProbability) [fault, faultProbability] = [error as Error, probability]
      }
    }
    const readings = [...bySql.values()].sort((a, b) => b.probability - a.probability)
    const refusal = [...refusals.values()].reduce((sum, one) => sum + one, 0)
    const isFaulty = faultProbability > (readings[0]?.probability ?? 0)
    return { encoded, refusals, refusal, readings, widened: widened(readings), fault: isFaulty ? fault : null }
  }

  return async (question, width = 4) => {
    const encoded = encode(question, names)
    return read(question, await guess({ words: encoded.words, counts: countsOf(encoded.slots), width }), encoded)
  }
}
