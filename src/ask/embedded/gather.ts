import type { Facts } from '../facts.ts'
import type { Universe } from '../representation.ts'
import { withExpiries } from './expiries.ts'
import { type Item, isKind } from './items/items.ts'
import { Refusal } from './refusal.ts'
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
  /** By how much two things differ. */
  readonly asksDifference: boolean
}

/** "Five OTC stocks": a number before what is listed says how many. */
const counts = (before: Item | undefined, item: Item, next: Item | undefined): item is Item & { sense: Of<'number'> } =>
  isKind(item, 'number') &&
  (before === undefined || ['ask', 'most', 'time', 'join', 'part'].includes(before.sense.t)) &&
  Number.isInteger(item.sense.value) &&
  item.sense.value <= 1000 &&
  (isKind(next, 'part') ||
    (isKind(next, 'noun') && next.sense.of === 'stock') ||
    (isKind(next, 'dataset') && next.sense.dataset.endsWith('BrokerDaily')) ||
    // "which 5 have the lowest …"
    (isKind(before, 'ask') && before.sense.what === 'which' && (isKind(next, 'most') || isKind(next, 'ask'))))

/** Names, and industries, are only listed by "or". */
const lists = (item: Item | undefined): boolean =>
  isKind(item, 'entity') || (isKind(item, 'part') && item.sense.industry !== undefined)

/** What a name stands for: one, or several at once; two that only share it have to be told apart. */
function entitiesOf({ token }: Item): Entity[] {
  const found = token.senses.flatMap((sense) => (sense.t === 'entity' ? [sense.entity] : []))
  const unique = found.filter(
    ({ id, subject }, i) => found.findIndex((other) => other.id === id && other.subject === subject) === i,
  )
  const ofOne = new Set(unique.map(({ subject }) => subject)).size === 1
  if (unique.length <= 1 || unique.every(({ together }) => together) || (ofOne && unique[0]!.subject === 'oil'))
    return unique
  if (unique.some(({ subject }) => subject !== 'stock')) return unique.slice(0, 1)
  throw new Refusal(
    'ambiguous',
    'several_names',
    [token.text],
    unique.map(({ id, name }) => `${id} ${name}`),
  )
}

/** A rate of one foreign currency in another is in no dataset. */
function refuseCross(items: readonly Item[]): void {
  const isCurrency = (item: Item | undefined): boolean =>
    isKind(item, 'entity') && item.sense.entity.subject === 'currency'
  const at = items.findIndex((item, i) => isCurrency(item) && isCurrency(items[i + 1]))
  if (at >= 0)
    throw new Refusal(
      'out_of_scope',
      'not_here',
      items.slice(at, at + 2).map(({ token }) => token.text),
    )
}

/** 非金融股, "excluding ETFs": parts after the word for not, up to the next word of another kind. */
function leftOut(items: readonly Item[]): Item[] {
  const kept: Item[] = []
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!
    if (!isKind(item, 'not') || !isKind(items[i + 1], 'part')) {
      kept.push(item)
      continue
    }
    const parts: Of<'part'>[] = []
    let next = i + 1
    for (; ; next++) {
      const one = items[next]
      const joins = isKind(one, 'join') && !one.sense.strong && isKind(items[next + 1], 'part')
      if (isKind(one, 'part')) parts.push(one.sense)
      else if (!joins) break
    }
    // Two kinds of parts left out at once would have to be left out one by one.
    const kinds = new Set(parts.flatMap((part) => Object.keys(part).filter((key) => key !== 't')))
    const industry = parts.flatMap((part) => part.industry ?? [])
    const market = parts.flatMap((part) => part.market ?? [])
    const type = parts.flatMap((part) => part.type ?? [])
    if (kinds.size !== 1 || kinds.has('chain')) kept.push(item, ...items.slice(i + 1, next))
    else {
      const universe: Universe = {
        ...(industry.length > 0 ? { industry } : {}),
        ...(market.length > 0 ? { market } : {}),
        ...(type.length > 0 ? { type } : {}),
      }
      kept.push({ ...item, sense: { t: 'without', universe } })
    }
    i = next - 1
  }
  return kept
}

/** 大盤權重 is the weight in the index of the listed market. */
const isOfBoard = (item: Item): boolean =>
  isKind(item, 'columns') &&
  /大盤|taiex/i.test(item.token.text) &&
  item.sense.readings.some(({ dataset }) => dataset === 'TaiwanStockMarketValueWeight')

/** Common to every kind of question: who is named, which part of the market, which words are there. */
export function gather(read: readonly Item[], facts: Facts): Gathered {
  const given = withExpiries(leftOut(read), facts.calendar.newest('TaiwanStockPrice'))
  // "Hon Hai or Quanta" only lists the two.
  const items = given
    .filter((item, i) => !(isKind(item, 'or') && lists(given[i - 1]) && lists(given[i + 1])))
    .map((item, i, all) =>
      counts(all[i - 1], item, all[i + 1]) ? { ...item, sense: { t: 'rank' as const, n: item.sense.value } } : item,
    )
  const all = <K extends Kind>(kind: K): Of<K>[] =>
    items.filter((item) => isKind(item, kind)).map(({ sense }) => sense as Of<K>)
  const found = items.flatMap((item) => (isKind(item, 'entity') ? [entitiesOf(item)] : []))
  // "WTI oil" is WTI: the word for both kinds says nothing beside the name of one.
  const specific = found.some(([first, second]) => first?.subject === 'oil' && !second)
  const entities = found.filter(([first, second]) => !(specific && first?.subject === 'oil' && second)).flat()
  const unique = entities.filter(
    (entity, i) => entities.findIndex(({ id, subject }) => id === entity.id && subject === entity.subject) === i,
  )
  refuseCross(items)
  const parts = all('part')
  const list = <T>(values: readonly (T | undefined)[]): T[] => [
    ...new Set(values.filter((value) => value !== undefined)),
  ]
  const [industry, market, type] = [
    list(parts.flatMap((part) => part.industry ?? [])),
    list([...parts.map((part) => part.market), ...(items.some(isOfBoard) ? (['TWSE'] as const) : [])]),
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
    asksDifference: items.some(
      ({ sense, token }) =>
        (sense.t === 'move' && /^(差|相差|差距|差異|difference)/i.test(token.text)) ||
        (sense.t === 'ask' && sense.what === 'much' && items.some((other) => isKind(other, 'beat'))),
    ),
    asksHowMuch: items.some(
      (item) =>
        (isKind(item, 'ask') && item.sense.what === 'much') ||
        (isKind(item, 'in') && /[幾几多]|how many/i.test(item.token.text)),
    ),
  }
}
