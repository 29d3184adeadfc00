import type { Representation } from '../../../representation.ts'
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
