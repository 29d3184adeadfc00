import type { Condition, Output, Representation } from '../../representation.ts'
import { readClause } from '../clause/readClause.ts'
import type { Gathered } from '../gather.ts'
import { constrained } from '../general/conditions.ts'
import { segmentsOf } from '../segments.ts'
import type { Reading } from '../senses.ts'
import { spent } from './spent.ts'

const dataset = 'TaiwanCBOverview'
const shown = [
  'cb_id',
  'cb_name',
  'maturity_date',
  'conversion_price',
  'conversion_value',
  'premium_percent',
  'reference_price',
  'outstanding_amount',
]

const ofBonds = (readings: readonly Reading[]): Reading | undefined =>
  readings.find((reading) => reading.dataset === dataset)

/** Convertible bonds by their terms: the ones in circulation, with conditions and in some order. */
export function answerBonds(gathered: Gathered): Representation | null {
  const { all, items, entities } = gathered
  const named = all('dataset').some((sense) => sense.dataset === dataset)
  const columns = all('columns')
  const only = columns.length > 0 && columns.every(({ readings }) => ofBonds(readings) !== undefined)
  if (
    (!named && !columns.some(({ readings }) => readings.every((reading) => reading.dataset === dataset))) ||
    all('event').length > 0
  )
    return null
  if (columns.length > 0 && !only) return null
  if (entities.some(({ subject }) => subject !== 'stock')) return null
  spent(gathered, [
    'dataset',
    'columns',
    'compare',
    'number',
    'quantity',
    'range',
    'most',
    'rank',
    'sorted',
    'noun',
    'ask',
    'join',
    'entity',
    'time',
    'how_many',
  ])
  if (all('time').some(({ time }) => time.window.kind !== 'latest' || time.vague)) return null
  const clauses = segmentsOf(
    items.filter(({ sense }) => !['dataset', 'noun', 'ask', 'entity', 'time', 'how_many'].includes(sense.t)),
  ).map(readClause)
  const select: Output[] = shown.map((column) => ({ as: column, of: { kind: 'column', dataset, column } }))
  const where: Condition[] = [{ kind: 'is', of: { kind: 'column', dataset, column: 'status' }, values: ['active'] }]
  let order: Representation['order'] = []
  for (const clause of clauses) {
    const found = clause.phrases.map(({ readings = [] }) => ofBonds(readings)!)
    const last = found.at(-1)
    if (!last) continue
    for (const { column } of found)
      if (!select.some(({ as }) => as === column)) select.push({ as: column, of: { kind: 'column', dataset, column } })
    const of = { kind: 'column' as const, dataset, column: last.column }
    for (const constraint of clause.constraints) where.push(constrained(of, constraint, false))
    const towards = clause.said.most ?? clause.said.sorted
    if (towards || clause.said.rank)
      order = [{ by: select.findIndex(({ as }) => as === last.column), descending: towards?.descending ?? true }]
  }
  const rank = all('rank').find(({ n }) => n !== null)?.n ?? null
  const ids = entities.map(({ id }) => id)
  const base = {
    dataset,
    universe: ids.length > 0 ? { ids } : {},
    when: { kind: 'all' as const },
    where,
    by: [],
    notes: [],
  }
  if (all('how_many').length > 0)
    return {
      ...base,
      shape: 'groups',
      select: [{ as: 'count', of: { kind: 'across', fn: 'count', of: { kind: 'column', dataset, column: 'cb_id' } } }],
      order: [],
      limit: null,
    }
  return { ...base, shape: 'rows', select, order, limit: rank ?? (order.length > 0 ? 10 : null) }
}
