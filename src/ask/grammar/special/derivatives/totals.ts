import type { Column, Representation } from '../../../representation.ts'
import type { Gathered } from '../../gather.ts'
import { isKind } from '../../items/items.ts'
import type { Kind } from '../../senses.ts'
import { empty, shapeOf, timeOf } from './contracts.ts'

const dataset = 'TaiwanFutureOptionDailyTotalOverview'
const known = ['volume', 'open_interest', 'after_hours_volume']
const uses: readonly Kind[] = [
  'entity',
  'columns',
  'time',
  'ask',
  'noun',
  'join',
  'daily',
  'fold',
  'in',
  'night',
  'versus',
  'expiries',
]

/** What all contracts of a product traded and left open together, day by day. */
export function totals(gathered: Gathered): Representation | null {
  const { all, has, items, entities } = gathered
  const said = items.filter((item) => isKind(item, 'fold'))
  const named = items.some((item) => isKind(item, 'columns') && /^總|^total/i.test(item.token.text))
  const every = all('expiries').length > 0 && all('expiries').every(({ how }) => how === 'all')
  if (has('expiries') && !every) return null
  const together =
    (named || said.length > 0 || every) && said.every((item) => isKind(item, 'fold') && item.sense.fn === 'sum')
  if (!together || items.some(({ sense }) => !uses.includes(sense.t))) return null
  const columns = all('columns').map(({ readings }) => readings.find(({ column }) => known.includes(column))?.column)
  if (columns.length === 0 || columns.includes(undefined)) return null
  const window = timeOf(gathered, dataset)
  const isSeries = shapeOf(window) === 'series'
  // Over a time without a word for each day, what was traded may be meant in one sum.
  if (isSeries && !has('daily') && !every) return null
  const shown = columns.map((column) => (has('night') && column === 'volume' ? 'after_hours_volume' : column!))
  return {
    ...empty,
    shape: shapeOf(window),
    dataset,
    universe: { ids: entities.map(({ id }) => id) },
    when: window,
    select: [...new Set(shown)].map((column) => ({ as: column, of: { kind: 'column', dataset, column } })),
  }
}

const ranking: readonly Kind[] = [...uses, 'rank', 'most', 'dataset', 'traded', 'sorted']

/** The products that traded most, or have most left open. */
export function products(gathered: Gathered): Representation | null {
  const { all, has, items, entities } = gathered
  const named = items.filter((item) =>
    item.token.senses.some((sense) => sense.t === 'dataset' && sense.dataset === dataset),
  )
  if (named.length === 0 || !(has('rank') || has('most')) || items.some(({ sense }) => !ranking.includes(sense.t)))
    return null
  const said = all('columns').flatMap(
    ({ readings }) => readings.find(({ column }) => known.includes(column))?.column ?? [],
  )
  const [column, ...more] = said.length > 0 ? said : has('traded') ? ['volume'] : []
  const types = ['futures', 'option'].filter((type) =>
    named.some(({ token }) => (type === 'futures' ? /期貨|futures/i : /選擇權|option/i).test(token.text)),
  )
  const window = timeOf(gathered, dataset)
  if (!column || more.length > 0 || all('columns').length !== said.length || shapeOf(window) === 'series') return null
  if (entities.some(({ id }) => !['TX', 'TXO'].includes(id))) return null
  const of = (name: string): Column => ({ kind: 'column', dataset, column: name })
  return {
    ...empty,
    shape: 'rows',
    dataset,
    universe: types.length === 1 ? { rows: [{ column: 'product_type', is: types }] } : {},
    when: window,
    select: [column, 'product_name', 'trade_date'].map((name) => ({ as: name, of: of(name) })),
    order: [{ by: 0, descending: all('most')[0]?.descending ?? true }],
    limit: all('rank').find(({ n }) => n !== null)?.n ?? 10,
  }
}
