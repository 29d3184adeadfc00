import type { Measure, Representation } from '../../../representation.ts'
import type { Gathered } from '../../gather.ts'
import { soFar } from '../../soFar.ts'
import { spent } from '../spent.ts'
import { of } from './column.ts'
import { uses } from './uses.ts'

/** Who paid out of reserves instead of earnings, and how much. */
export function surplus(gathered: Gathered): Representation | null {
  spent(gathered, [...uses, 'inside'])
  const { all, has, entities, universe } = gathered
  if (has('how_many') || has('compare') || has('number') || has('quantity') || has('daily')) return null
  const dataset = 'TaiwanStockDividend'
  const column = all('columns')
    .flatMap(({ readings }) => readings)
    .find((reading) => /^(cash|stock)_statutory_surplus$/.test(reading.column))!.column
  const sum: Measure = { kind: 'across', fn: 'sum', of: of(dataset, column) }
  const window = soFar(gathered) ?? { kind: 'this' as const, unit: 'year' as const }
  const rank = all('rank').find(({ n }) => n !== null)?.n ?? null
  const ranked = has('most') || rank !== null
  const ids = entities.map(({ id }) => id)
  return {
    shape: 'groups',
    dataset,
    universe: { ...universe, ...(ids.length > 0 ? { ids } : {}) },
    when: { kind: 'all' },
    by: [{ column: 'stock_id' }],
    select: [{ as: column, of: sum }],
    where: [
      { kind: 'within', of: of(dataset, column.startsWith('cash') ? 'cash_ex_date' : 'stock_ex_date'), window },
      { kind: 'compare', left: sum, op: '>', right: { kind: 'number', value: 0 } },
    ],
    order: ranked ? [{ by: 0, descending: all('most')[0]?.descending ?? true }] : [],
    limit: ranked ? (rank ?? 10) : null,
    notes: all('time').length === 0 ? [{ code: 'default_date', value: 'this year' }] : [],
  }
}
