import type { Condition, Measure, Representation, Window } from '../../../representation.ts'
import type { Gathered } from '../../gather.ts'
import { of } from './column.ts'
import type { Limit } from './limits.ts'

/** What went ex in the running year, of which not every dividend is announced yet. */
export const goneEx = (
  { universe }: Gathered,
  column: 'cash_dividend' | 'stock_dividend',
  ids: readonly string[],
  window: Window,
): Representation => {
  const dataset = 'TaiwanStockDividend'
  const ex = of(dataset, column === 'cash_dividend' ? 'cash_ex_date' : 'stock_ex_date')
  return {
    shape: 'groups',
    dataset,
    universe: { ...universe, ids },
    when: { kind: 'all' },
    by: [{ column: 'stock_id' }],
    select: [{ as: column, of: { kind: 'across', fn: 'sum', of: of(dataset, column) } }],
    where: [{ kind: 'within', of: ex, window }],
    order: [],
    limit: null,
    notes: [],
  }
}

/** The largest dividends that went ex in a year, or those of some amount. */
export function byExDate(
  { all, universe }: Gathered,
  column: 'cash_dividend' | 'stock_dividend',
  window: Window | null,
  limits: readonly Limit[],
  fiscal: number | null,
): Representation | null {
  const dataset = 'TaiwanStockDividend'
  const rank = all('rank').find(({ n }) => n !== null)?.n ?? null
  const isRanked = all('rank').length > 0 || all('most').length > 0
  if (!isRanked && limits.length === 0) return null
  const sum: Measure = { kind: 'across', fn: 'sum', of: of(dataset, column) }
  const time: Window = window === null || window.kind === 'latest' ? { kind: 'this', unit: 'year' } : window
  return {
    shape: 'groups',
    dataset,
    universe,
    when: { kind: 'all' },
    by: [{ column: 'stock_id' }],
    select: [{ as: column, of: sum }],
    where: [
      fiscal === null
        ? {
            kind: 'within',
            of: of(dataset, column === 'cash_dividend' ? 'cash_ex_date' : 'stock_ex_date'),
            window: time,
          }
        : { kind: 'compare', left: of(dataset, 'fiscal_year'), op: '=', right: { kind: 'number', value: fiscal } },
      ...limits.map(
        ({ op, value }): Condition => ({ kind: 'compare', left: sum, op, right: { kind: 'number', value } }),
      ),
    ],
    order: isRanked ? [{ by: 0, descending: all('most')[0]?.descending ?? true }] : [],
    limit: rank ?? (isRanked ? 10 : null),
    notes: [
      ...(window === null ? [{ code: 'default_date' as const, value: 'this year' }] : []),
      ...(rank === null && isRanked ? [{ code: 'default_limit' as const, value: 10 }] : []),
    ],
  }
}
