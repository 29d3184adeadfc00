import type { Column, Filter, Output, Representation } from '../../../representation.ts'
import type { Gathered } from '../../gather.ts'
import { isKind } from '../../items/items.ts'
import { Refusal } from '../../refusal.ts'
import type { Kind } from '../../senses.ts'
import { spent } from '../spent.ts'
import { empty, session, shapeOf, timeOf } from './contracts.ts'

const uses: readonly Kind[] = [
  'entity',
  'columns',
  'composite',
  'expiries',
  'right',
  'time',
  'ask',
  'noun',
  'join',
  'night',
  'day_session',
  'fold',
  'in',
  'daily',
  'each',
  'most',
  'rank',
  'sorted',
]

/** What adds up over the contracts of a product. */
const adds = new Set(['volume', 'open_interest'])

/** A product by its contracts: each of them, or all together. */
export function eachContract(gathered: Gathered): Representation {
  spent(gathered, uses)
  const { all, entities, items } = gathered
  const isOption = entities.some(({ subject }) => subject === 'option')
  const dataset = isOption ? 'TaiwanOptionDaily' : 'TaiwanFuturesDaily'
  const together = all('expiries').every(({ how }) => how === 'all')
  const asked = [...new Set(items.flatMap((item) => columnsOf(item, dataset)))]
  if (asked.length === 0)
    throw new Refusal(
      'ambiguous',
      'which_measure',
      items.map(({ token }) => token.text),
    )
  const unfit = (together || isOption) && asked.some((column) => !adds.has(column))
  if (unfit || (!together && all('fold').length > 0))
    throw new Refusal(
      'not_understood',
      'unsupported',
      items.filter((item) => isKind(item, 'columns') || isKind(item, 'fold')).map(({ token }) => token.text),
    )
  const window = timeOf(gathered, dataset)
  const rights = [...new Set(all('right').map(({ side }) => side))]
  const rows: Filter[] = [session(gathered), ...(rights.length === 1 ? [{ column: 'call_put', is: [rights[0]!] }] : [])]
  const of = (column: string): Column => ({ kind: 'column', dataset, column })
  const sum = (column: string): Output => ({ as: column, of: { kind: 'across', fn: 'sum', of: of(column) } })
  const ids = entities.map(({ id }) => id)
  const rank = all('rank').find(({ n }) => n !== null)?.n ?? null
  const towards = all('most')[0] ?? all('sorted')[0]
  const order = towards || rank !== null ? [{ by: 0, descending: towards?.descending ?? true }] : []
  const limit = all('most').length > 0 || rank !== null ? (rank ?? 1) : null
  const base = { ...empty, dataset, universe: { ids, rows }, when: window, order, limit }
  const byDay = shapeOf(window) === 'series' ? [{ column: 'trade_date' }] : []
  const byProduct = { column: isOption ? 'option_id' : 'futures_id' }
  if (together) return { ...base, shape: 'groups', by: [byProduct, ...byDay], select: asked.map(sum) }
  if (isOption)
    return { ...base, shape: 'groups', by: [{ column: 'contract_month' }, ...byDay], select: asked.map(sum) }
  return {
    ...base,
    shape: 'rows',
    select: [...asked, 'contract_month', 'trade_date'].map((column) => ({ as: column, of: of(column) })),
  }
}

/** The columns that a word means in one table. */
export function columnsOf({ sense }: Gathered['items'][number], dataset: string): string[] {
  if (sense.t === 'composite' && sense.composite === 'price') return ['close']
  if (sense.t === 'composite' && sense.composite === 'return') return ['spread', 'spread_percent']
  if (sense.t !== 'columns') return []
  const found = sense.readings.find((reading) => reading.dataset === dataset && reading.column !== 'contract_month')
  return found ? [found.column] : []
}
