import type { Column, Comparison, Condition, Measure, Representation, Window } from '../../representation.ts'
import { readClause } from '../clause.ts'
import type { Gathered } from '../gather.ts'
import { isKind } from '../items.ts'
import { Refusal } from '../refusal.ts'
import type { Kind } from '../senses.ts'
import { spent } from './spent.ts'

const uses: readonly Kind[] = [
  'columns',
  'entity',
  'noun',
  'ask',
  'time',
  'daily',
  'event',
  'how_many',
  'how_many_days',
  'dataset',
  'join',
  'in',
  'fold',
  'rank',
  'most',
  'part',
  'versus',
  'both',
  'annual',
  'compare',
  'number',
  'quantity',
  'range',
  'each',
  'sorted',
]

const of = (dataset: string, column: string): Column => ({ kind: 'column', dataset, column })

/** Dividends by the year they belong to, and how soon the gap they leave was filled. */
export function answerDividend(gathered: Gathered): Representation | null {
  const { all } = gathered
  const columns = all('columns').flatMap(({ readings }) => readings.slice(0, 40))
  if (columns.some(({ column }) => column === 'fill_days' || column === 'fill_date')) return filled(gathered)
  const leg = all('columns')
    .map(({ readings }) =>
      readings.find(
        ({ dataset, column }) =>
          dataset === 'TaiwanStockDividend' && (column === 'cash_dividend' || column === 'stock_dividend'),
      ),
    )
    .find((reading) => reading !== undefined)
  if (isLimitedEx(gathered)) return yearly(gathered, 'cash_dividend')
  if (!leg || all('event').length > 0 || all('columns').length > 1) return null
  return yearly(gathered, leg.column as 'cash_dividend' | 'stock_dividend')
}

/** 今年除息超過5元: those that went ex with more than an amount. */
const isLimitedEx = ({ all, has, entities }: Gathered): boolean =>
  all('event').length === 1 &&
  all('event')[0]!.event === 'ex_dividend' &&
  entities.length === 0 &&
  (has('compare') || has('quantity')) &&
  all('columns').every(({ readings }) => readings.some(({ column }) => column === 'cash_dividend')) &&
  !has('composite')

/** The dividend of each year, of the named companies. */
function yearly(gathered: Gathered, column: 'cash_dividend' | 'stock_dividend'): Representation | null {
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
    return byExDate(gathered, column, window ?? null, limits)
  }
  refuseUnused(gathered, true, false)
  if (all('time').some(({ time }) => time.newest) && ids.length === 1) return newestOf(gathered, column, ids)
  const years = yearsOf(window)
  if (gathered.has('fold') && (years === null || !window)) throw new Refusal('not_understood', 'needs_window', [column])
  if (gathered.has('fold') && window) return goneEx(gathered, column, ids, window)
  const where: Condition[] = []
  const year = window && calendarYear(window, gathered)
  if (window?.kind === 'this' && window.unit === 'year') return goneEx(gathered, column, ids, window)
  if (year)
    where.push({ kind: 'compare', left: of(dataset, 'fiscal_year'), op: '=', right: { kind: 'number', value: year } })
  else if (window && years === null && window.kind !== 'latest' && window.kind !== 'all') return null
  where.push({ kind: 'compare', left: of(dataset, 'fiscal_year'), op: '>', right: { kind: 'number', value: 0 } })
  return {
    shape: 'groups',
    dataset,
    universe: { ...universe, ids },
    when: { kind: 'all' },
    by: ids.length > 1 ? [{ column: 'stock_id' }, { column: 'fiscal_year' }] : [{ column: 'fiscal_year' }],
    select: [sum],
    where,
    order: [{ by: 'fiscal_year', descending: true }],
    limit: ids.length > 1 ? null : (years ?? (year || all('daily').length > 0 || window?.kind === 'all' ? null : 1)),
    notes: [],
  }
}

type Limit = { readonly op: Comparison; readonly value: number }

/** What a dividend is held to: an amount of money for each share. */
function limitsOf({ items }: Gathered): Limit[] {
  const { constraints } = readClause(items.filter(({ sense }) => amounts.includes(sense.t)))
  return constraints.flatMap((one): Limit[] => {
    if (one.unit !== null && one.unit !== 'TWD') return []
    if ('op' in one) return [{ op: one.op, value: one.value }]
    return [
      { op: '>=', value: one.low },
      { op: '<=', value: one.high },
    ]
  })
}
const amounts: readonly Kind[] = ['columns', 'compare', 'number', 'quantity', 'range']

/** Amounts and orders that no reading here makes use of. */
function refuseUnused({ items }: Gathered, named: boolean, limited: boolean): void {
  const left = items.filter(
    (item) =>
      (!limited && ['compare', 'number', 'quantity', 'range'].includes(item.sense.t)) ||
      ['how_many', 'how_many_days', 'sorted'].includes(item.sense.t) ||
      (named && ['most', 'rank'].includes(item.sense.t)) ||
      (isKind(item, 'fold') && !(named && item.sense.fn === 'sum')),
  )
  if (left.length > 0)
    throw new Refusal(
      'not_understood',
      'unused_words',
      left.map(({ token }) => token.text),
    )
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
  { facts, universe }: Gathered,
  column: 'cash_dividend' | 'stock_dividend',
  ids: readonly string[],
): Representation => {
  const dataset = 'TaiwanStockDividend'
  const ex = column === 'cash_dividend' ? 'cash_ex_date' : 'stock_ex_date'
  const to = facts.calendar.newest('TaiwanStockPrice')
  return {
    shape: 'rows',
    dataset,
    universe: { ...universe, ids },
    when: { kind: 'all' },
    select: [ex, column, 'dividend_period', 'announce_date'].map((name) => ({ as: name, of: of(dataset, name) })),
    where: [{ kind: 'within', of: of(dataset, ex), window: { kind: 'between', from: null, to } }],
    by: [],
    order: [{ by: 0, descending: true }],
    limit: 1,
    notes: [],
  }
}

/** What went ex in the running year, of which not every dividend is announced yet. */
const goneEx = (
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
function byExDate(
  { all, universe }: Gathered,
  column: 'cash_dividend' | 'stock_dividend',
  window: Window | null,
  limits: readonly Limit[],
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
      { kind: 'within', of: of(dataset, column === 'cash_dividend' ? 'cash_ex_date' : 'stock_ex_date'), window: time },
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

/** When the price was back where it stood before the dividend. */
function filled(gathered: Gathered): Representation | null {
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
