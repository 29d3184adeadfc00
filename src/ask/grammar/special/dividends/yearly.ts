import type { Condition, Representation, Window } from '../../../representation.ts'
import type { Gathered } from '../../gather.ts'
import { isKind } from '../../items/items.ts'
import { Refusal } from '../../refusal.ts'
import { soFar } from '../../soFar.ts'
import { spent } from '../spent.ts'
import { of } from './column.ts'
import { byExDate, goneEx } from './exDates.ts'
import { limitsOf, refuseUnused } from './limits.ts'
import { uses } from './uses.ts'

/** The dividend of each year, of the named companies. */
export function yearly(gathered: Gathered, column: 'cash_dividend' | 'stock_dividend'): Representation | null {
  const { all, entities, universe } = gathered
  const ids = entities.filter(({ subject }) => subject === 'stock').map(({ id }) => id)
  if (ids.length !== entities.length) return null
  spent(gathered, uses)
  const dataset = 'TaiwanStockDividend'
  const window = all('time')[0]?.time.window
  const sum = { as: column, of: { kind: 'across' as const, fn: 'sum' as const, of: of(dataset, column) } }
  if (gathered.has('how_many') && ids.length > 0 && window && !['latest', 'all'].includes(window.kind)) {
    const counted = goneEx(gathered, column, ids, window)
    const ex = of(dataset, column === 'cash_dividend' ? 'cash_ex_date' : 'stock_ex_date')
    spent(gathered, ['columns', 'entity', 'noun', 'ask', 'time', 'how_many', 'join', 'versus', 'event', 'dataset'])
    return { ...counted, select: [{ as: 'count', of: { kind: 'across', fn: 'count', of: ex } }] }
  }
  if (ids.length === 0) {
    const limits = limitsOf(gathered)
    refuseUnused(gathered, false, limits.length > 0)
    const isFiscal = gathered.items.some(
      (item) => isKind(item, 'time') && (item.sense.time.fiscal || /\d年度/.test(item.token.text)),
    )
    const fiscal = isFiscal ? (window ? calendarYear(window, gathered) : null) : null
    return byExDate(gathered, column, soFar(gathered) ?? null, limits, fiscal)
  }
  refuseUnused(gathered, true, false)
  const asksWhen = all('ask').some(({ what }) => what === 'when')
  if (asksWhen && ((window && window.kind !== 'latest') || ids.length > 1)) return null
  if ((asksWhen || all('time').some(({ time }) => time.newest)) && ids.length === 1)
    return newestOf(gathered, column, ids)
  const years = yearsOf(window)
  const ofYear = window?.kind === 'calendar' && !window.quarter && !window.month
  if (gathered.has('fold') && !ofYear && (years === null || !window))
    throw new Refusal('not_understood', 'needs_window', [column])
  if (gathered.has('fold') && window && !ofYear) return goneEx(gathered, column, ids, window)
  const where: Condition[] = []
  const year = window && calendarYear(window, gathered)
  if (window?.kind === 'this' && window.unit === 'year') return goneEx(gathered, column, ids, window)
  const since =
    window?.kind === 'between' && window.to === null && all('daily').some(({ unit }) => unit === 'year')
      ? Number(window.from?.slice(0, 4))
      : null
  if (since)
    where.push({ kind: 'compare', left: of(dataset, 'fiscal_year'), op: '>=', right: { kind: 'number', value: since } })
  else if (year)
    where.push({ kind: 'compare', left: of(dataset, 'fiscal_year'), op: '=', right: { kind: 'number', value: year } })
  else if (window && years === null && window.kind !== 'latest' && window.kind !== 'all') return null
  where.push({ kind: 'compare', left: of(dataset, 'fiscal_year'), op: '>', right: { kind: 'number', value: 0 } })
  const byQuarter = all('daily').some(({ unit }) => unit === 'quarter')
  if (byQuarter && years !== null) return null
  return {
    shape: 'groups',
    dataset,
    universe: { ...universe, ids },
    when: { kind: 'all' },
    by: [
      ...(ids.length > 1 ? [{ column: 'stock_id' }] : []),
      { column: 'fiscal_year' },
      ...(byQuarter ? [{ column: 'fiscal_quarter' }] : []),
    ],
    select: [sum],
    where,
    order: [{ by: 'fiscal_year', descending: true }],
    limit: ids.length > 1 ? null : (years ?? (year || all('daily').length > 0 || window?.kind === 'all' ? null : 1)),
    notes: [],
  }
}

const yearsOf = (window: Window | undefined): number | null =>
  window?.kind === 'last' && window.unit === 'year' ? window.n : null

const calendarYear = (window: Window, { facts }: Gathered): number | null => {
  const now = Number(facts.calendar.newest('TaiwanStockPrice').slice(0, 4))
  if (window.kind === 'calendar' && !window.quarter && !window.month) return window.year
  if (window.kind === 'previous' && window.unit === 'year') return now - (window.n ?? 1)
  return window.kind === 'this' && window.unit === 'year' ? now : null
}

/** The last one that went ex. */
const newestOf = (
  { facts, universe, all }: Gathered,
  column: 'cash_dividend' | 'stock_dividend',
  ids: readonly string[],
): Representation => {
  const isAskedWhen = all('ask').some(({ what }) => what === 'when')
  const dataset = 'TaiwanStockDividend'
  const ex = column === 'cash_dividend' ? 'cash_ex_date' : 'stock_ex_date'
  const to = facts.calendar.newest('TaiwanStockPrice')
  return {
    shape: 'rows',
    dataset,
    universe: { ...universe, ids },
    when: { kind: 'all' },
    select: [ex, column, 'dividend_period', 'announce_date', ...(isAskedWhen ? ['cash_payment_date'] : [])].map(
      (name) => ({ as: name, of: of(dataset, name) }),
    ),
    where: [{ kind: 'within', of: of(dataset, ex), window: { kind: 'between', from: null, to } }],
    by: [],
    order: [{ by: 0, descending: true }],
    limit: 1,
    notes: [],
  }
}
