import type { Facts } from '../facts.ts'
import type { Universe } from '../representation.ts'
import { type Item, isKind } from './items.ts'
import type { Entity, Kind, Of } from './senses.ts'

export type Gathered = {
  readonly items: readonly Item[]
  readonly facts: Facts
  readonly entities: readonly Entity[]
  readonly universe: Universe
  readonly all: <K extends Kind>(kind: K) => Of<K>[]
  readonly has: (kind: Kind) => boolean
  /** "How much", in words or by a unit: 多少, 幾張. */
  readonly asksHowMuch: boolean
}

/** Common to every kind of question: who is named, which part of the market, which words are there. */
export function gather(given: readonly Item[], facts: Facts): Gathered {
  // "Hon Hai or Quanta" only lists the two.
  const items = given.filter(
    (item, i) => !(isKind(item, 'or') && isKind(given[i - 1], 'entity') && isKind(given[i + 1], 'entity')),
  )
  const all = <K extends Kind>(kind: K): Of<K>[] =>
    items.filter((item) => isKind(item, kind)).map(({ sense }) => sense as Of<K>)
  const entities = all('entity').map(({ entity }) => entity)
  const unique = entities.filter(
    (entity, i) => entities.findIndex(({ id, subject }) => id === entity.id && subject === entity.subject) === i,
  )
  const parts = all('part')
  const list = <T>(values: readonly (T | undefined)[]): T[] => [
    ...new Set(values.filter((value) => value !== undefined)),
  ]
  const [industry, market, type] = [
    list(parts.flatMap((part) => part.industry ?? [])),
    list(parts.map((part) => part.market)),
    list(parts.map((part) => part.type)),
  ]
  return {
    items,
    facts,
    entities: unique,
    universe: {
      ...(industry.length > 0 ? { industry } : {}),
      ...(market.length > 0 ? { market } : {}),
      ...(type.length > 0 ? { type } : {}),
    },
    all,
    has: (kind) => items.some((item) => isKind(item, kind)),
    asksHowMuch: items.some(
      (item) =>
        (isKind(item, 'ask') && item.sense.what === 'much') ||
        (isKind(item, 'in') && /[幾几多]|how many/i.test(item.token.text)),
    ),
  }
}
