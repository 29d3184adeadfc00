import type { Representation } from '../../../representation.ts'
import type { Gathered } from '../../gather.ts'
import { Refusal } from '../../refusal.ts'
import { spent } from '../spent.ts'
import { of } from './column.ts'
import { uses } from './uses.ts'

/** When the price was back where it stood before the dividend. */
export function filled(gathered: Gathered): Representation | null {
  const { all, entities, universe } = gathered
  const ids = entities.map(({ id }) => id)
  if (entities.some(({ subject }) => subject !== 'stock')) return null
  spent(gathered, uses)
  const dataset = 'TaiwanStockDividendResult'
  const window = all('time')
    .map(({ time }) => time.window)
    .find(({ kind }) => kind !== 'latest')
  const rank = all('rank').find(({ n }) => n !== null)?.n ?? null
  const most = all('most')[0]
  if (ids.length === 0 && !window) return null
  // Whether those are meant that went ex in the time or those that were filled in it, nobody said.
  if (ids.length === 0 && !most && rank === null) throw new Refusal('not_understood', 'two_readings', ['填息'])
  const columns = ['ex_date', 'close_before', 'reference_price', 'fill_date', 'fill_days', 'cash_dividend']
  return {
    shape: 'rows',
    dataset,
    universe: { ...universe, ...(ids.length > 0 ? { ids } : {}) },
    when: { kind: 'all' },
    select: columns.map((column) => ({ as: column, of: of(dataset, column) })),
    where: [
      { kind: 'is', of: of(dataset, 'event_type'), values: ['dividend', 'both'] },
      {
        kind: 'within',
        of: of(dataset, 'ex_date'),
        window: window ?? { kind: 'between', from: null, to: gathered.facts.calendar.newest('TaiwanStockPrice') },
      },
    ],
    by: [],
    order: most || rank !== null ? [{ by: 4, descending: most?.descending ?? false }] : [{ by: 0, descending: true }],
    limit: rank ?? (window ? (most ? 10 : null) : 1),
    notes: [],
  }
}
