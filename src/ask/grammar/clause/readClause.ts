import type { Item } from '../items/items.ts'
import type { Kind } from '../senses.ts'
import { readAmount, readCompare } from './amounts.ts'
import type { Clause } from './clause.ts'
import { readColumns, readComposite, readFold } from './columns.ts'
import { complete } from './complete.ts'
import { type Draft, isClose, limit, push } from './draft.ts'
import { readGrowth } from './growth.ts'
import { readTime } from './times.ts'

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
  'turn',
]

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
      if (draft.phrases.every(isClose))
        push(draft, { composite: 'return', text: token.text, direction: sense.percent > 0 ? 'up' : 'down' }, at)
      else draft.moves.push({ t: 'move', direction: sense.percent > 0 ? 'up' : 'down', percent: true })
      limit(draft, { op: '>=', value: Math.abs(sense.percent), unit: 'percent' })
      break
    case 'ends': {
      const bar = (column: string) => [{ subject: 'stock' as const, dataset: 'TaiwanStockPrice', column }]
      push(draft, { readings: bar('close'), text: token.text }, at)
      draft.compare = '='
      draft.compareAt = draft.phrases.length
      push(draft, { readings: bar(sense.at), text: token.text }, at)
      break
    }
    case 'turn':
      draft.said.turn = sense
      // Who turned is told by what they bought and sold.
      if (sense.of === 'flow')
        draft.flows.push({
          sense: { t: 'flow', side: 'either', net: true },
          text: token.text,
          at: draft.phrases.length,
        })
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
