import type { Comparison, QuantityUnit, Span } from '../representation.ts'
import { type Item, isKind } from './items.ts'
import type { Phrase } from './measures.ts'
import { Refusal } from './refusal.ts'
import type { Kind, Of, Reading, Who } from './senses.ts'
import type { Time } from './time.ts'

export type Constraint =
  | { readonly op: Comparison; readonly value: number; readonly unit: QuantityUnit | null }
  | { readonly low: number; readonly high: number; readonly unit: QuantityUnit | null }

/** One statement of the question: measures, and what is said about them. */
export type Clause = {
  readonly items: readonly Item[]
  readonly phrases: readonly Phrase[]
  readonly times: readonly Time[]
  readonly constraints: readonly Constraint[]
  /** 三天以上 beside a run. */
  readonly days: { readonly n: number; readonly unit: Span; readonly op: Comparison } | null
  readonly compare: Comparison | null
  readonly compareAt: number
  readonly times_: number | null
  readonly said: { readonly [K in Kind]?: Of<K> }
  readonly moves: readonly Of<'move'>[]
  readonly extremes: readonly Of<'extreme'>[]
}

/** Kinds that make a piece of the question a statement of its own. */
const telling: readonly Kind[] = [
  'columns',
  'composite',
  'flow',
  'line',
  'limit',
  'aligned',
  'golden',
  'extreme',
  'gap',
  'above',
  'beat',
  'growth',
  'whole_market',
  'traders',
]

/** A measure, or an amount of money, which is a price. */
const tells = (items: readonly Item[]): boolean =>
  items.some(({ sense }) => telling.includes(sense.t)) ||
  (items.some((item) => isKind(item, 'compare')) &&
    items.some((item) => isKind(item, 'quantity') && item.sense.unit === 'TWD'))

/** Cuts at commas and conjunctions, and joins again what says nothing by itself: lists of names, times and investors. */
export function segmentsOf(items: readonly Item[]): Item[][] {
  const cut: Item[][] = [[]]
  for (const item of items) {
    if (isKind(item, 'join')) cut.push([])
    else cut.at(-1)!.push(item)
  }
  const pieces = cut.filter((piece) => piece.length > 0)
  const joined: Item[][] = []
  let waiting: Item[] = []
  for (const piece of pieces) {
    const isList = !tells(piece)
    const followsFlow = joined
      .at(-1)
      ?.some((item) => isKind(item, 'flow') || isKind(item, 'composite') || isKind(item, 'columns'))
    if (!isList) {
      joined.push([...waiting, ...piece])
      waiting = []
    } else if (joined.length > 0 && followsFlow && !startsNext(piece)) joined.at(-1)!.push(...piece)
    else waiting.push(...piece)
  }
  if (waiting.length > 0) {
    if (joined.length > 0) joined.at(-1)!.push(...waiting)
    else joined.push(waiting)
  }
  return joined
}

/** An investor or a number of days that waits for what comes after it. */
const startsNext = (piece: readonly Item[]): boolean =>
  piece.every(({ sense }) => sense.t === 'time' && sense.time.adjective === true)

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
]

const revenueGrowth: readonly Reading[] = [
  { subject: 'stock', dataset: 'TaiwanStockMonthRevenue', column: 'yoy_percent' },
]
const revenueMonthly: readonly Reading[] = [
  { subject: 'stock', dataset: 'TaiwanStockMonthRevenue', column: 'mom_percent' },
]

/** Reads one segment. */
export function readClause(items: readonly Item[]): Clause {
  const phrases: Phrase[] = []
  const times: Time[] = []
  const constraints: Constraint[] = []
  const moves: Of<'move'>[] = []
  const extremes: Of<'extreme'>[] = []
  const actors: { who: Who; text: string }[] = []
  const flows: (Of<'flow'> & { text: string; at: number })[] = []
  const said: { [K in Kind]?: Of<K> } = {}
  let days: Clause['days'] = null
  let compare: Comparison | null = null
  let compareAt = -1
  let multiple: number | null = null
  let fold: Phrase['fold'] | undefined
  let own: Time | undefined
  let lastPhraseAt = -9

  const push = (phrase: Phrase, at: number): void => {
    phrases.push({ ...phrase, ...(fold ? { fold } : {}), ...(own ? { time: own } : {}) })
    fold = undefined
    own = undefined
    lastPhraseAt = at
  }
  const amend = (change: Partial<Phrase>): void => {
    phrases[phrases.length - 1] = { ...phrases.at(-1)!, ...change }
  }
  const isMeasure = (item: Item | undefined): boolean =>
    ['columns', 'composite', 'flow', 'growth', 'actor'].includes(item?.sense.t ?? '')
  const hasLine = items.some((item) => isKind(item, 'line'))
  const hasChain = items.some((item) => isKind(item, 'aligned')) || hasLine

  for (let i = 0; i < items.length; i++) {
    const { sense, token } = items[i]!
    const next = items[i + 1]
    switch (sense.t) {
      case 'time': {
        const suffix = isKind(next, 'compare') && next.sense.suffix ? next.sense.op : null
        const window = sense.time.window
        if (suffix && window.kind === 'last') {
          days = { n: window.n, unit: window.unit, op: suffix }
          i++
        } else if (sense.time.adjective && hasChain && window.kind === 'last' && window.unit === 'trading_day')
          push({ line: window.n, text: token.text }, i)
        else if (
          sense.time.adjective &&
          (isKind(next, 'fold') || isKind(next, 'columns') || isKind(next, 'extreme')) &&
          !said.streak
        ) {
          if (isKind(next, 'extreme')) times.push(sense.time)
          else own = sense.time
        } else times.push(sense.time)
        break
      }
      case 'compare': {
        if (isKind(next, 'number') || isKind(next, 'quantity')) {
          constraints.push({
            op: sense.op,
            value: next.sense.value,
            unit: isKind(next, 'quantity') ? next.sense.unit : null,
          })
          i++
        } else {
          compare = sense.op
          compareAt = phrases.length
        }
        break
      }
      case 'number':
      case 'quantity': {
        const unit = sense.t === 'quantity' ? sense.unit : null
        if (isKind(next, 'compare') && next.sense.suffix) {
          constraints.push({ op: next.sense.op, value: sense.value, unit })
          i++
        } else if (unit === 'times' && multiple === null) multiple = sense.value
        else if (isKind(items[i - 1], 'move') || isKind(items[i - 1], 'composite'))
          constraints.push({ op: '>=', value: sense.value, unit })
        else throw new Refusal('not_understood', 'unused_words', [token.text])
        break
      }
      case 'range':
        constraints.push({ low: sense.low, high: sense.high, unit: sense.unit })
        break
      case 'times':
        multiple = sense.value
        break
      case 'columns': {
        const last = phrases.at(-1)
        const inHoldings = sense.readings.some(({ dataset }) => dataset === 'TaiwanStockHoldingSharesPer')
        if (last?.composite === 'large_holders' && inHoldings && lastPhraseAt === i - 1) {
          const column = sense.readings.find(({ dataset }) => dataset === 'TaiwanStockHoldingSharesPer')!.column
          amend({
            readings: [
              {
                subject: 'stock',
                dataset: 'TaiwanStockHoldingSharesPer',
                column,
                where: [{ column: 'level', is: last.n === 1000 ? [15] : [12, 13, 14, 15] }],
                ...(last.n === 1000 ? {} : { fold: 'sum' as const }),
              },
            ],
          })
        } else
          push(
            { readings: sense.readings, text: token.text, ...(sense.direction ? { direction: sense.direction } : {}) },
            i,
          )
        break
      }
      case 'growth': {
        if (phrases.length > 0 && lastPhraseAt === i - 1) {
          const last = phrases.at(-1)!
          const ofRevenue = last.readings?.some(
            ({ dataset, column }) => dataset === 'TaiwanStockMonthRevenue' && column === 'revenue',
          )
          const quarterly = last.readings?.[0]?.dataset === 'TaiwanStockFinancialStatement'
          if (ofRevenue && !quarterly && sense.unit !== 'quarter')
            amend({
              readings: sense.unit === 'year' ? revenueGrowth : revenueMonthly,
              text: `${last.text}${token.text}`,
            })
          else amend({ growth: sense.unit, text: `${last.text}${token.text}` })
          lastPhraseAt = i
        } else if (isKind(next, 'columns') && !isKind(items[i - 1], 'columns')) {
          const revenue = next.sense.readings.some(
            ({ dataset, column }) => dataset === 'TaiwanStockMonthRevenue' && column === 'revenue',
          )
          if (revenue && sense.unit !== 'quarter')
            push({ readings: sense.unit === 'year' ? revenueGrowth : revenueMonthly, text: token.text }, i + 1)
          else push({ readings: next.sense.readings, growth: sense.unit, text: token.text }, i + 1)
          i++
        } else if (sense.unit !== 'quarter')
          push({ readings: sense.unit === 'year' ? revenueGrowth : revenueMonthly, text: token.text }, i)
        else throw new Refusal('ambiguous', 'which_measure', [token.text])
        break
      }
      case 'composite': {
        push(
          {
            composite: sense.composite,
            text: token.text,
            ...(sense.direction ? { direction: sense.direction } : {}),
            ...(sense.n === undefined ? {} : { n: sense.n }),
          },
          i,
        )
        break
      }
      case 'line':
        push({ line: sense.n, text: token.text }, i)
        break
      case 'actor':
        actors.push({ who: sense.who, text: token.text })
        break
      case 'flow':
        flows.push({ ...sense, text: token.text, at: phrases.length })
        break
      case 'fold':
        if (isMeasure(next) || isKind(next, 'time')) fold = sense.fn
        else if (phrases.length > 0) amend({ fold: sense.fn })
        else fold = sense.fn
        break
      case 'move':
        moves.push(sense)
        break
      case 'extreme':
        extremes.push(sense)
        break
      default:
        if (single.includes(sense.t)) Object.assign(said, { [sense.t]: sense })
    }
  }
  if (flows.length > 0) addFlows(phrases, actors, flows, fold)
  else if (actors.length > 0 && phrases.length > 0) said.actor = { t: 'actor', who: actors[0]!.who }
  else if (actors.length > 0)
    throw new Refusal(
      'ambiguous',
      'which_measure',
      actors.map(({ text }) => text),
    )
  else if (fold && phrases.length > 0) amend({ fold })
  return { items, phrases, times, constraints, days, compare, compareAt, times_: multiple, said, moves, extremes }
}

/** Each investor named with what was done, in the place where it was said. */
function addFlows(
  phrases: Phrase[],
  actors: readonly { who: Who; text: string }[],
  flows: readonly (Of<'flow'> & { text: string; at: number })[],
  fold: Phrase['fold'],
): void {
  const { side, net, text, at } = flows[0]!
  if (
    flows.length > 1 &&
    !(
      flows.length === 2 &&
      flows.some((flow) => !flow.net && flow.side === 'buy') &&
      flows.some((flow) => !flow.net && flow.side === 'sell')
    )
  )
    throw new Refusal(
      'not_understood',
      'unsupported',
      flows.map((flow) => flow.text),
    )
  const who = actors.length === 0 ? [] : actors.map((actor) => actor.who)
  if (who.length === 0) throw new Refusal('ambiguous', 'which_measure', [text])
  const summed = fold === 'sum' && who.length > 1
  const made: Phrase[] = (summed ? [who] : who.map((one) => [one])).map((list) => ({
    who: list,
    side,
    net,
    text,
    ...(fold && !summed ? { fold } : {}),
    ...(side === 'either' ? {} : { direction: side === 'buy' ? ('up' as const) : ('down' as const) }),
  }))
  phrases.splice(at, 0, ...made)
}
