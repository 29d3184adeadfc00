import type { Condition, Measure } from '../../representation.ts'
import { readClause } from '../clause/readClause.ts'
import { type Item, isKind } from '../items/items.ts'
import { meaningOf } from '../measures/meaning.ts'
import { plainContext } from '../measures/phrase.ts'
import { windowFor } from '../measures/window.ts'
import { number } from './conditions.ts'
import { type Narrowed, withItems } from './lasting.ts'
import { fail } from './state.ts'
import { isInstant } from './windows.ts'

const ofStocks = plainContext('stock')

const measures = ['columns', 'composite', 'flow', 'growth']
const isMeasure = (item: Item | undefined): boolean => measures.includes(item?.sense.t ?? '')
const isTop = (item: Item | undefined): boolean =>
  isKind(item, 'rank') && item.sense.n !== null && item.sense.end !== 'bottom'

/** The words that say which are the first so many: before the word for "among" in Chinese and after it in English. */
function headOf(items: readonly Item[], at: number): { from: number; to: number } | null {
  if (!/^[a-z]/i.test(items[at]!.token.text)) return items.slice(0, at).some(isTop) ? { from: 0, to: at } : null
  if (!isTop(items[at + 1])) return null
  const measured = items.findIndex((item, i) => i > at && isMeasure(item))
  if (measured < 0) return null
  let to = measured + 1
  while (isKind(items[to], 'time') && (isKind(items[to + 1], 'join') || items[to + 1] === undefined)) to++
  return { from: at, to }
}

/** 市值前50大中本益比最低的5檔: the place of each in one order, as a condition of the rest. */
export function amongFirst({ gathered, under }: Narrowed): Narrowed {
  const { items } = gathered
  const at = items.findIndex((item) => isKind(item, 'inside'))
  const head = at < 0 ? null : headOf(items, at)
  if (!head) return { gathered, under }
  const said = items
    .slice(head.from, head.to)
    .filter((item) => !['inside', 'noun', 'join', 'ask'].includes(item.sense.t))
  const clause = readClause(said)
  const [phrase, ...more] = clause.phrases
  const n = clause.said.rank?.n
  const [time, ...times] = clause.times
  const known = said.every((item) => isMeasure(item) || ['rank', 'actor', 'time', 'most'].includes(item.sense.t))
  const unclear = more.length + times.length > 0 || clause.constraints.length > 0 || !known || gathered.has('part')
  const meant = phrase && !unclear ? meaningOf({ ...phrase, net: phrase.net ?? true }, ofStocks, time) : null
  if (!phrase || !n || !meant || gathered.entities.length > 0)
    return fail(
      'unsupported',
      items.slice(head.from, head.to).map(({ token }) => token.text),
    )
  const window = time && windowFor(time, meant.dataset)
  const isSpan = window !== undefined && !isInstant(window)
  const of: Measure = isSpan && meant.flow ? { kind: 'over', fn: 'sum', of: meant.measure, window } : meant.measure
  if (window && window.kind !== 'latest' && !(isSpan && (meant.flow || phrase.composite === 'return')))
    fail(
      'two_readings',
      said.map(({ token }) => token.text),
    )
  const place: Measure = { kind: 'place', of, descending: phrase.direction !== 'down' }
  const first: Condition = { kind: 'compare', left: place, op: '<=', right: number(n) }
  return {
    gathered: withItems(
      gathered,
      items.filter((_, i) => i < head.from || i >= head.to),
    ),
    under: [...under, first],
  }
}
