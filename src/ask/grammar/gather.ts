import { type Period, shift } from '../dates.ts'
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

const isAfter = /^(以外|之外|除外|以外的|之外的|不算|不計)$/
const isLeftOut = (item: Item | undefined): boolean =>
  isKind(item, 'part') || (isKind(item, 'entity') && item.sense.entity.subject === 'stock')

/** The parts and companies from a place on, in one direction, with what only joins them. */
function named(items: readonly Item[], from: number, step: 1 | -1): { found: Item[]; end: number } {
  const found: Item[] = []
  let at = from
  for (; ; at += step) {
    const item = items[at]
    if (item && isLeftOut(item)) found.push(item)
    else if (!(isKind(item, 'join') && !item.sense.strong && found.length > 0 && isLeftOut(items[at + step]))) break
  }
  return { found, end: at }
}

/** What they are as a universe; none where two kinds are left out at once, or what no universe can name. */
function universeOf(found: readonly Item[]): Universe | null {
  const parts = found.flatMap((item) => (isKind(item, 'part') ? [item.sense] : []))
  const ids = found.flatMap((item) => (isKind(item, 'entity') ? [item.sense.entity.id] : []))
  const industry = parts.flatMap((part) => part.industry ?? [])
  const market = parts.flatMap((part) => part.market ?? [])
  const type = parts.flatMap((part) => part.type ?? [])
  const universe: Universe = {
    ...(ids.length > 0 ? { ids } : {}),
    ...(industry.length > 0 ? { industry } : {}),
    ...(market.length > 0 ? { market } : {}),
    ...(type.length > 0 ? { type } : {}),
  }
  return Object.keys(universe).length === 1 && parts.every(({ chain }) => !chain) ? universe : null
}

/** 非金融股, "excluding ETFs", 半導體業以外: what stands beside the word for not is left out. */
function leftOut(items: readonly Item[]): Item[] {
  let kept: Item[] = [...items]
  for (let at = kept.findIndex((item) => isKind(item, 'not')); at >= 0; ) {
    const step = isAfter.test(kept[at]!.token.text) ? -1 : 1
    const { found, end } = named(kept, at + step, step)
    const universe = found.length > 0 ? universeOf(found) : null
    if (universe) {
      const [from, to] = step === 1 ? [at, end] : [end + 1, at + 1]
      kept = [...kept.slice(0, from), { ...kept[at]!, sense: { t: 'without', universe } }, ...kept.slice(to)]
      at = from
    }
    at = kept.findIndex((item, i) => i > at && isKind(item, 'not'))
  }
  // 除了金融股以外: both words mean the one thing.
  return kept.filter(
    (item, i) => !(isKind(item, 'not') && isAfter.test(item.token.text) && isKind(kept[i - 1], 'without')),
  )
}

const abroad: Readonly<Record<string, string>> = {
  gold: 'GoldPrice',
  oil: 'CrudeOilPrices',
  us: 'USStockPrice',
  bond: 'USBondYield',
  currency: 'ExchangeRate',
}

/** A year ago is counted from the newest date of what the question is about. */
function counted(item: Item, items: readonly Item[], { calendar }: Facts): Item {
  const ago = isKind(item, 'time') ? item.sense.time.ago : undefined
  const subjects = new Set(items.flatMap((one) => (isKind(one, 'entity') ? [one.sense.entity.subject] : [])))
  const dataset = subjects.size === 1 ? abroad[[...subjects][0]!] : undefined
  if (!ago || !dataset || !isKind(item, 'time')) return item
  const to = shift(calendar.newest(dataset), -ago.n, ago.unit as Period)
  return {
    ...item,
    sense: { ...item.sense, time: { ...item.sense.time, window: { kind: 'between', from: null, to } } },
  }
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
    .map((item) => counted(item, given, facts))
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
        (sense.t === 'ask' &&
          sense.what === 'much' &&
          (items.some((other) => isKind(other, 'beat')) ||
            (items.some((other) => isKind(other, 'than')) &&
              items.some((other) => /^(more|less|higher|lower|better|worse|高|低)$/i.test(other.token.text))))),
    ),
    asksHowMuch: items.some(
      (item) =>
        (isKind(item, 'ask') && item.sense.what === 'much') ||
        (isKind(item, 'in') && /[幾几多]|how many/i.test(item.token.text)),
    ),
  }
}
