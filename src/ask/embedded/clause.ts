import type { Comparison, QuantityUnit, Span } from '../representation.ts'
import { type Item, isKind } from './items.ts'
import type { Phrase } from './measures.ts'
import { Refusal } from './refusal.ts'
import type { Kind, Of, Reading, Who } from './senses.ts'
import type { Time } from './time.ts'

type Limit =
  | { readonly op: Comparison; readonly value: number; readonly unit: QuantityUnit | null }
  | { readonly low: number; readonly high: number; readonly unit: QuantityUnit | null }

/** An amount, and the place of the measure it was said after. */
export type Constraint = Limit & { readonly at?: number }

/** One statement of the question: measures, and what is said about them. */
export type Clause = {
  readonly items: readonly Item[]
  readonly phrases: readonly Phrase[]
  readonly times: readonly Time[]
  readonly constraints: readonly Constraint[]
  /** 三天以上 beside a run. */
  readonly days: { readonly n: number; readonly unit: Span; readonly op: Comparison } | null
  /** A comparison with another measure, and how many measures stand before it. */
  readonly compare: Comparison | null
  readonly compareAt: number
  /** Twice, three times. */
  readonly times_: number | null
  /** How many measures stand before the word for above or below. */
  readonly aboveAt: number
  /** How many measures stand before the word for a share. */
  readonly shareAt: number
  readonly said: { readonly [K in Kind]?: Of<K> }
  readonly moves: readonly Of<'move'>[]
  readonly extremes: readonly Of<'extreme'>[]
  /** The measure that rows are put in order by: the one a superlative stands before, or after in Chinese. */
  readonly orderAt: number | null
  /** Another measure of the question is what rows are put in order by. */
  readonly unordered?: boolean
  /** A fold that no measure was said for. */
  readonly fold: Phrase['fold'] | undefined
}

type Draft = {
  readonly items: readonly Item[]
  readonly phrases: Phrase[]
  readonly times: Time[]
  readonly constraints: Constraint[]
  readonly moves: Of<'move'>[]
  readonly extremes: Of<'extreme'>[]
  readonly actors: { who: Who; text: string }[]
  readonly flows: { sense: Of<'flow'>; text: string; at: number }[]
  readonly said: { [K in Kind]?: Of<K> }
  days: Clause['days']
  compare: Comparison | null
  compareAt: number
  times_: number | null
  aboveAt: number
  shareAt: number
  orderAt: number | null
  /** Said before the measure they belong to. */
  fold: Phrase['fold'] | undefined
  own: Time | undefined
  /** The place of the item the last measure came from. */
  lastAt: number
}

/** Words of which a clause has one at most. */
const single: readonly Kind[] = [
  'streak',
  'every',
  'above',
  'limit',
  'aligned',
  'golden',
  'gap',
  'beat',
  'share',
  'whole_market',
  'sign',
  'percentile',
  'rank',
  'most',
  'sorted',
  'running',
  'than',
  'in',
  'inverted',
  'not',
  'or',
  'traders',
  'away',
  'fresh',
  'minus',
  'traded',
  'announced',
]

const revenue = 'TaiwanStockMonthRevenue'
const reading = (dataset: string, column: string): readonly Reading[] => [{ subject: 'stock', dataset, column }]
const growthOf: Readonly<Record<'year' | 'month', readonly Reading[]>> = {
  year: reading(revenue, 'yoy_percent'),
  month: reading(revenue, 'mom_percent'),
}

function push(draft: Draft, phrase: Phrase, at: number): void {
  const { fold, own } = draft
  draft.phrases.push({ ...phrase, ...(fold ? { fold } : {}), ...(own ? { time: own } : {}) })
  draft.fold = undefined
  draft.own = undefined
  draft.lastAt = at
}

function amend(draft: Draft, change: Partial<Phrase>): void {
  draft.phrases[draft.phrases.length - 1] = { ...draft.phrases.at(-1)!, ...change }
}

/** What is said of the measure just named, or of the first one where none is yet. */
const limit = (draft: Draft, one: Limit): void => {
  draft.constraints.push({ ...one, at: Math.max(0, draft.phrases.length + draft.flows.length - 1) })
}

const isMeasure = (item: Item | undefined): boolean =>
  ['columns', 'composite', 'flow', 'growth', 'actor'].includes(item?.sense.t ?? '')

/** A reader of one kind of word: takes the item at a place and returns how many items it used. */
type Reader<K extends Kind> = (draft: Draft, sense: Of<K>, at: number) => number

/** "the 5-day average" beside another line or a word for above: of the price, where nothing else is named. */
function isMeanOfPrice({ items, phrases }: Draft, time: Time, at: number): boolean {
  const next = items[at + 1]
  return (
    time.adjective === true &&
    isLine(time) &&
    isKind(next, 'fold') &&
    next.sense.fn === 'avg' &&
    !isMeasure(items[at + 2]) &&
    items.some((item) => isKind(item, 'above') || isKind(item, 'compare')) &&
    phrases.every((phrase) => phrase.line !== undefined || isClose(phrase))
  )
}

const readTime: Reader<'time'> = (draft, { time }, at) => {
  const { items, said } = draft
  const next = items[at + 1]
  const { window } = time
  const chained = items.some((item) => isKind(item, 'line') || isKind(item, 'aligned') || isKind(item, 'golden'))
  if (isKind(next, 'compare') && next.sense.suffix && window.kind === 'last') {
    draft.days = { n: window.n, unit: window.unit, op: next.sense.op }
    return 2
  }
  if (time.adjective && chained && window.kind === 'last' && window.unit === 'trading_day')
    push(draft, { line: window.n, text: items[at]!.token.text }, at)
  else if (isMeanOfPrice(draft, time, at)) {
    push(draft, { line: (window as { n: number }).n, text: items[at]!.token.text }, at)
    return 2
  } else if (time.adjective && (isKind(next, 'fold') || isKind(next, 'columns')) && !said.streak) draft.own = time
  else draft.times.push(time)
  return 1
}

const readCompare: Reader<'compare'> = (draft, { op }, at) => {
  const next = draft.items[at + 1]
  if (isKind(next, 'number') || isKind(next, 'quantity')) {
    limit(draft, { op, value: next.sense.value, unit: isKind(next, 'quantity') ? next.sense.unit : null })
    return 2
  }
  if (
    isKind(next, 'time') &&
    next.sense.time.adjective &&
    next.sense.time.window.kind === 'last' &&
    draft.said.streak
  ) {
    const { n, unit } = next.sense.time.window
    draft.days = { n, unit, op }
    return 2
  }
  // "more than 5 consecutive days"
  if (isKind(next, 'streak') && next.sense.n !== undefined) {
    draft.days = { n: next.sense.n, unit: next.sense.unit ?? 'trading_day', op }
    draft.said.streak = { t: 'streak' }
    return 2
  }
  draft.compare = op
  draft.compareAt = draft.phrases.length
  return 1
}

const isAmount = (item: Item | undefined): boolean => isKind(item, 'number') || isKind(item, 'quantity')

/** An amount: with a word after it, as a factor, or beside a word that says what it limits. */
function readAmount(draft: Draft, value: number, unit: QuantityUnit | null, at: number): number {
  const { items, said } = draft
  const [before, next] = [items[at - 1], items[at + 1]]
  if (isKind(next, 'compare') && next.sense.suffix) {
    limit(draft, { op: next.sense.op, value, unit })
    return 2
  }
  // "20% above its average"
  if (unit === 'percent' && isKind(next, 'compare') && !isAmount(items[at + 2])) limit(draft, { op: '>=', value, unit })
  else if (unit === 'times' && draft.times_ === null) draft.times_ = value
  else if (said.above) limit(draft, { op: said.above.direction === 'up' ? '>' : '<', value, unit })
  else if (said.away) limit(draft, { op: '<=', value, unit })
  else if (isKind(before, 'move') || isKind(before, 'composite')) limit(draft, { op: '>=', value, unit })
  else throw new Refusal('not_understood', 'unused_words', [items[at]!.token.text])
  return 1
}

/** 大盤成交量幾億 is asked in money. */
const inMoney = (items: readonly Item[]): boolean =>
  items.some(
    (item) => isKind(item, 'in') && ['hundred_million', 'billion', 'trillion', 'million'].includes(item.sense.scale),
  )
const asMoney = (reading: Reading): Reading =>
  reading.dataset === 'TaiwanWeightedIndex' && reading.column === 'volume'
    ? { ...reading, column: 'turnover' }
    : reading

/** Brackets of holders are rows of their own; the words after them say which column. */
const readColumns: Reader<'columns'> = (draft, { readings: given, direction }, at) => {
  const readings = inMoney(draft.items) ? given.map(asMoney) : given
  const last = draft.phrases.at(-1)
  const held = readings.find(({ dataset }) => dataset === 'TaiwanStockHoldingSharesPer')
  if (last?.composite === 'large_holders' && held && draft.lastAt === at - 1) {
    const levels = last.n === 1000 ? [15] : [12, 13, 14, 15]
    const where = [{ column: 'level', is: levels }]
    amend(draft, { readings: [{ ...held, where, ...(levels.length > 1 ? { fold: 'sum' as const } : {}) }] })
  } else push(draft, { readings, text: draft.items[at]!.token.text, ...(direction ? { direction } : {}) }, at)
  return 1
}

const isRevenue = ({ readings }: Phrase): boolean =>
  readings?.some(({ dataset, column }) => dataset === revenue && column === 'revenue') === true &&
  readings[0]!.dataset !== 'TaiwanStockFinancialStatement'

/** The growth of revenue, which the word beside it says more of. */
const isRevenueGrowth = ({ readings }: Phrase): boolean =>
  readings?.[0]?.dataset === revenue && /^(yoy|mom)_percent$/.test(readings[0].column)

/** Growth of the measure beside it; of monthly revenue where nothing else is named. */
const readGrowth: Reader<'growth'> = (draft, { unit, direction }, at) => {
  const used = readUpward(draft, unit, at)
  if (direction) amend(draft, { direction })
  return used
}

const readUpward = (draft: Draft, unit: Of<'growth'>['unit'], at: number): number => {
  const { text } = draft.items[at]!.token
  const grown = (phrase: Phrase): Partial<Phrase> => {
    if (isRevenueGrowth(phrase) && unit === 'quarter') throw new Refusal('ambiguous', 'which_measure', [text])
    return (isRevenue(phrase) || isRevenueGrowth(phrase)) && unit !== 'quarter'
      ? { readings: growthOf[unit] }
      : { growth: unit }
  }
  const last = draft.phrases.findLastIndex(({ composite }) => composite !== 'return')
  const before = draft.phrases[last]
  if (before && !before.who && before.line === undefined && !before.growth) {
    draft.phrases[last] = { ...before, ...grown(before) }
    draft.lastAt = at
    return 1
  }
  const next = draft.items[at + 1]
  if (isKind(next, 'columns')) {
    const phrase: Phrase = { readings: next.sense.readings, text }
    push(draft, { ...phrase, ...grown(phrase) }, at + 1)
    return 2
  }
  if (unit === 'quarter') throw new Refusal('ambiguous', 'which_measure', [text])
  push(draft, { readings: growthOf[unit], text }, at)
  return 1
}

const readComposite: Reader<'composite'> = (draft, { composite, direction, n }, at) => {
  const { text } = draft.items[at]!.token
  push(draft, { composite, text, ...(direction ? { direction } : {}), ...(n === undefined ? {} : { n }) }, at)
  return 1
}

const readFold: Reader<'fold'> = (draft, { fn }, at) => {
  const next = draft.items[at + 1]
  if (isMeasure(next) || isKind(next, 'time') || draft.phrases.length === 0 || draft.own) draft.fold = fn
  else amend(draft, { fold: fn })
  return 1
}

function readItem(draft: Draft, at: number): number {
  const { sense, token } = draft.items[at]!
  switch (sense.t) {
    case 'time':
      return readTime(draft, sense, at)
    case 'compare':
      return readCompare(draft, sense, at)
    case 'number':
      return readAmount(draft, sense.value, null, at)
    case 'quantity':
      return readAmount(draft, sense.value, sense.unit, at)
    case 'columns':
      return readColumns(draft, sense, at)
    case 'growth':
      return readGrowth(draft, sense, at)
    case 'stated':
      if (sense.alone && draft.phrases.length > 0) draft.said.sign = { t: 'sign', positive: sense.op === '>' }
      else {
        push(draft, { readings: sense.readings, text: token.text }, at)
        limit(draft, { op: sense.op, value: sense.value, unit: null })
      }
      break
    case 'composite':
      return readComposite(draft, sense, at)
    case 'fold':
      return readFold(draft, sense, at)
    case 'range':
      limit(draft, { low: sense.low, high: sense.high, unit: sense.unit })
      break
    case 'times':
      draft.times_ = sense.value
      break
    case 'line':
      push(draft, { line: sense.n, text: token.text }, at)
      break
    case 'actor':
      draft.actors.push({ who: sense.who, text: token.text })
      break
    case 'flow':
      draft.flows.push({ sense, text: token.text, at: draft.phrases.length })
      break
    case 'move':
      draft.moves.push(sense)
      break
    case 'doubled':
      // Of the price where nothing else is named.
      if (draft.phrases.every(isClose)) push(draft, { composite: 'return', text: token.text, direction: 'up' }, at)
      else draft.moves.push({ t: 'move', direction: 'up', percent: true })
      limit(draft, { op: '>=', value: 100, unit: 'percent' })
      break
    case 'extreme':
      draft.extremes.push(sense)
      break
    default:
      if (sense.t === 'above') draft.aboveAt = draft.phrases.length
      if (sense.t === 'share') draft.shareAt = draft.phrases.length + draft.flows.length
      if (sense.t === 'most' || ((sense.t === 'rank' || sense.t === 'sorted') && draft.orderAt === null)) {
        const named = draft.phrases.length + draft.flows.length
        draft.orderAt = /^[a-z]/i.test(token.text) ? named : Math.max(0, named - 1)
      }
      if (single.includes(sense.t)) Object.assign(draft.said, { [sense.t]: sense })
  }
  return 1
}

/** Reads one segment. */
export function readClause(items: readonly Item[]): Clause {
  const draft: Draft = {
    items,
    phrases: [],
    times: [],
    constraints: [],
    moves: [],
    extremes: [],
    actors: [],
    flows: [],
    said: {},
    days: null,
    compare: null,
    compareAt: -1,
    times_: null,
    aboveAt: 0,
    shareAt: -1,
    orderAt: null,
    fold: undefined,
    own: undefined,
    lastAt: -9,
  }
  for (let at = 0; at < items.length; ) at += readItem(draft, at)
  complete(draft)
  return draft
}

const volumeOf = (money: boolean): readonly Reading[] =>
  (['stock', 'index', 'us'] as const).map((subject) => ({
    subject,
    dataset: { stock: 'TaiwanStockPrice', index: 'TaiwanWeightedIndex', us: 'USStockPrice' }[subject],
    column: money && subject !== 'us' ? 'turnover' : 'volume',
  }))

const comparing = ({ compare, times_, constraints }: Draft): boolean =>
  compare !== null || times_ !== null || constraints.some(({ unit }) => unit === 'times')

const isLine = (time: Time): time is Time & { window: { kind: 'last'; n: number; unit: Span } } =>
  time.window.kind === 'last' && time.window.unit === 'trading_day' && time.window.n > 1
/** Above, below, over or under something. */
const isHeld = ({ said, compare, times_ }: Draft): boolean =>
  (said.above !== undefined || compare !== null) && times_ === null
const isClose = ({ composite, readings }: Phrase): boolean =>
  composite === 'price' || readings?.some(({ column }) => column === 'close') === true

/** What a share costs, as against what all that were traded cost. */
const isSharePrice = (limit: Constraint): boolean =>
  (limit.unit === 'TWD' || limit.unit === 'USD') && ('op' in limit ? limit.value : limit.high) < 100_000

/** What the words leave open: who did what, what was traded, a mean of the measure before it. */
function complete(draft: Draft): void {
  const { phrases, actors, flows, said, fold, own } = draft
  if (flows.length > 0) addFlows(draft)
  else if (actors.length > 0 && phrases.length > 0) said.actor = { t: 'actor', who: actors[0]!.who }
  else if (actors.length > 0)
    throw new Refusal(
      'ambiguous',
      'which_measure',
      actors.map(({ text }) => text),
    )
  else if (fold === 'avg' && own && isLine(own) && isHeld(draft) && phrases.every(isClose)) {
    // "below their 60-day average": of the price, where nothing else is named.
    phrases.push({ line: own.window.n, text: draft.items.at(-1)!.token.text })
    draft.fold = undefined
    draft.own = undefined
  } else if (fold && own && phrases.length === 1 && comparing(draft)) {
    const { text, ...first } = phrases[0]!
    phrases.push({ ...first, text, fold, time: own })
    draft.fold = undefined
  } else if (fold && phrases.length > 0) {
    amend(draft, { fold })
    draft.fold = undefined
  } else if (own) draft.times.push(own)
  if (phrases.length === 0 && said.traded && draft.constraints.length > 0 && draft.constraints.every(isSharePrice))
    push(draft, { composite: 'price', text: draft.items.find((item) => isKind(item, 'traded'))!.token.text }, 0)
  else if (phrases.length === 0 && said.traded) {
    const money = draft.items.some(
      (item) =>
        isKind(item, 'money') || (isKind(item, 'in') && item.sense.scale !== 'lots' && item.sense.scale !== 'percent'),
    )
    push(draft, { readings: volumeOf(money), text: draft.items.find((item) => isKind(item, 'traded'))!.token.text }, 0)
  }
}

/** What some investors did. */
function flowBy(
  who: readonly Who[],
  { sense: { side, net }, text }: { sense: Of<'flow'>; text: string },
  draft: Draft,
): Phrase {
  const money = /金額|amount|value/i.test(text) || draft.items.some((item) => isKind(item, 'money'))
  return {
    who,
    side,
    net,
    ...(money ? { money } : {}),
    text,
    ...(side === 'either' ? {} : { direction: side === 'buy' ? ('up' as const) : ('down' as const) }),
  }
}

/** Each investor named with what was done, in the place where it was said. */
function addFlows(draft: Draft): void {
  const { phrases, actors, flows, fold } = draft
  const [first, second, ...more] = flows as [Draft['flows'][number], ...Draft['flows']]
  // "Net … buying": the one word says how, the other which way.
  const joined = second && first.sense.side === 'either' && second.sense.net !== false
  if (second && !joined && more.length === 0 && actors.length === 2 && fold === undefined) {
    // Each investor with what it did itself: 外資買超大於投信買超.
    phrases.splice(first.at, 0, ...[first, second].map((flow, i) => flowBy([actors[i]!.who], flow, draft)))
    draft.compareAt = draft.compare === null ? draft.compareAt : first.at + 1
    return
  }
  if (more.length > 0 || (second && !joined))
    throw new Refusal(
      'not_understood',
      'unsupported',
      flows.map((flow) => flow.text),
    )
  const { text, at } = first
  const sense: Of<'flow'> = joined ? { ...second.sense, net: true } : first.sense
  if (actors.length === 0) throw new Refusal('ambiguous', 'which_measure', [text])
  const who = actors.map((actor) => actor.who)
  const summed = fold === 'sum' && who.length > 1
  const made = (summed ? [who] : who.map((one) => [one])).map((list) => ({
    ...flowBy(list, { sense, text }, draft),
    ...(fold && !summed ? { fold } : {}),
  }))
  phrases.splice(at, 0, ...made)
  draft.fold = undefined
}
