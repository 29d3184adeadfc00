import { find } from '../../../catalogue/index.ts'
import { frequencyOf } from '../../calendar.ts'
import type { Column, Condition, Measure, Window } from '../../representation.ts'
import type { Clause } from '../clause.ts'
import { meaningOf, price, windowFor } from '../measures.ts'
import {
  compare,
  constrained,
  failClause,
  instantOf,
  isPoint,
  isPositive,
  mean,
  number,
  output,
  type State,
  spanOf,
  spends,
  standAt,
} from './state.ts'

/** Clauses about the shape of a price: lines in order, crossings, new highs, how far from them, limits. */

export const closeOf = (state: State, clause: Clause): Column =>
  price(state.context) ?? failClause('does_not_fit', clause)

const linesOf = (clause: Clause): number[] => clause.phrases.flatMap(({ line }) => (line === undefined ? [] : [line]))

export function aligned(state: State, clause: Clause): void {
  spends(clause, 'aligned', 'line', 'time', 'compare', 'columns')
  standAt(state, clause)
  const said = linesOf(clause)
  const chain = said.length >= 2 ? said : [5, 10, 20, 60]
  const measures = chain.map((n): Measure => ({ kind: 'average', of: closeOf(state, clause), n }))
  for (const [i, n] of chain.entries()) output(state, `ma${n}`, measures[i]!)
  for (let i = 0; i + 1 < measures.length; i++)
    state.conditions.push(compare(measures[i]!, clause.said.aligned!.direction === 'up' ? '>' : '<', measures[i + 1]!))
}

export function golden(state: State, clause: Clause): void {
  const { golden: cross, above } = clause.said
  if (above && above.direction !== cross!.direction) failClause('two_readings', clause)
  spends(clause, 'golden', 'line', 'time', 'columns', 'above', 'fold')
  standAt(state, clause)
  const said = linesOf(clause).sort((a, b) => a - b)
  if (said.length === 1 || said.length > 2) failClause('needs_number', clause)
  const [short, long] = said.length === 2 ? said : [5, 20]
  const close = closeOf(state, clause)
  const [left, right] = [short!, long!].map((n): Measure => ({ kind: 'average', of: close, n })) as [Measure, Measure]
  output(state, 'close', close)
  output(state, `ma${short}`, left)
  output(state, `ma${long}`, right)
  const crossing: Condition = { kind: 'cross', left, right, direction: clause.said.golden!.direction }
  const span = spanOf(clause)
  state.conditions.push(span ? { kind: 'some', of: crossing, window: windowFor(span, close.dataset) } : crossing)
}

/** Did better than the index, or than another entity, over the same time. */
export function beaten(state: State, clause: Clause): void {
  spends(clause, 'beat', 'time', 'composite', 'columns', 'compare')
  if (state.about.ids.length > 1 && !state.gathered.entities.some(({ subject }) => subject !== 'stock')) {
    if (state.about.ids.length > 2) failClause('unsupported', clause)
    eachOther(state, clause)
    return
  }
  const against = state.about.beside ?? failClause('which_entity', clause)
  const time = spanOf(clause) ?? instantOf(clause) ?? state.inherited
  const phrase = { composite: 'return', text: '' } as const
  const own = mean(state, phrase, time)
  const other =
    meaningOf(phrase, { ...state.context, subject: against.subject, entity: against.id, hints: [] }, time) ??
    failClause('does_not_fit', clause)
  output(state, own.name, own.measure)
  output(state, 'index_return_percent', other.measure)
  if (state.about.ids.length === 1)
    output(state, 'difference', { kind: 'arithmetic', op: 'subtract', left: own.measure, right: other.measure })
  state.conditions.push(compare(own.measure, clause.said.beat!.lost ? '<' : '>', other.measure))
}

/** Two companies, of which one is said to have done better: how each did. */
function eachOther(state: State, clause: Clause): void {
  const time = spanOf(clause) ?? instantOf(clause) ?? state.inherited
  const own = mean(state, { composite: 'return', text: '' }, time)
  if (state.gathered.asksHowMuch) failClause('unsupported', clause)
  output(state, own.name, own.measure)
  state.order = { measure: own.measure, descending: true }
}

const isYear = (window: Window): boolean =>
  window.kind === 'last' &&
  ((window.unit === 'year' && window.n === 1) ||
    (window.unit === 'month' && window.n === 12) ||
    (window.unit === 'week' && window.n === 52))

/** A close that is the highest or lowest of a time. */
export function freshExtreme(state: State, clause: Clause): void {
  spends(clause, 'extreme', 'time', 'columns', 'composite', 'line', 'fresh', 'every')
  standAt(state, clause)
  const { side } = clause.extremes[0]!
  const phrase = clause.phrases[0]
  const of: Measure = phrase ? mean(state, phrase, undefined).measure : closeOf(state, clause)
  const dataset = phrase ? mean(state, phrase, undefined).dataset : closeOf(state, clause).dataset
  // A new high of no time in particular is one of all times.
  const said = spanOf(clause)
  const point = said && isPoint(windowFor(said, dataset), dataset) ? windowFor(said, dataset) : null
  if (point) state.when = point
  const window: Window = said && !point ? windowFor(said, dataset) : { kind: 'all' }
  const top: Measure = { kind: 'over', fn: side === 'high' ? 'max' : 'min', of, window }
  output(state, phrase ? mean(state, phrase, undefined).name : 'close', of)
  output(state, `period_${side}`, top)
  if (state.named || state.alone) return
  state.conditions.push(compare(of, '=', top))
  if (isYear(window) && frequencyOf(find(dataset)!) === 'day')
    state.conditions.push(compare({ kind: 'over', fn: 'count', of, window }, '>=', number(200)))
}

/** The day's high or low; the price itself where there is only one a day. */
function edgeOf({ context }: State, side: 'high' | 'low'): Column | null {
  const close = price(context)
  return close && side in find(close.dataset)!.columns ? price(context, side) : close
}

/** 收盤最高點 is the highest close rather than the highest price. */
const isOfCloses = ({ phrases }: Clause): boolean => phrases.some(({ text }) => /收|clos/i.test(text))

/** The high and the low of a time, of one series or of several named ones. */
export function periodExtremes(state: State, clause: Clause): void {
  spends(clause, 'extreme', 'time', 'columns', 'traded')
  const span = spanOf(clause) ?? state.inherited ?? failClause('needs_window', clause)
  state.usedMost = true
  for (const { side } of clause.extremes) {
    const column =
      (isOfCloses(clause) ? price(state.context) : edgeOf(state, side)) ?? failClause('does_not_fit', clause)
    const fn = side === 'high' ? 'max' : 'min'
    const window = windowFor(span, column.dataset)
    output(state, `period_${side}`, { kind: 'over', fn, of: column, window })
    output(state, `period_${side}_date`, { kind: 'date', fn, of: column, window })
  }
}

/** How far the close is from the end of its range. */
export function gap(state: State, clause: Clause, side: 'high' | 'low'): void {
  spends(
    clause,
    'gap',
    'extreme',
    'time',
    'columns',
    'compare',
    'number',
    'quantity',
    'range',
    'above',
    'composite',
    'away',
  )
  const [close, edge] = [price(state.context), edgeOf(state, side)]
  if (!close || !edge) failClause('does_not_fit', clause)
  if (!close || !edge) return
  state.usedMost = true
  const span = spanOf(clause) ?? state.inherited ?? { window: { kind: 'last', n: 1, unit: 'year' } as Window }
  const top: Measure = {
    kind: 'over',
    fn: side === 'high' ? 'max' : 'min',
    of: edge,
    window: windowFor(span, close.dataset),
  }
  const away: Measure = {
    kind: 'arithmetic',
    op: 'percent',
    left: { kind: 'arithmetic', op: 'subtract', left: close, right: top },
    right: top,
  }
  output(state, 'close', close)
  output(state, `period_${side}`, top)
  output(state, `percent_from_${side}`, away)
  for (const constraint of clause.constraints) state.conditions.push(constrained(away, constraint, side === 'high'))
  const { most } = clause.said
  if (most) state.order = { measure: away, descending: side === 'high' ? !most.descending : most.descending }
}

const ends = (['high', 'low'] as const).map((side) => ({ t: 'extreme' as const, side, fresh: false }))

/** Among the lowest or highest part of its own values. */
export function percentile(state: State, clause: Clause): void {
  if ((state.named || state.alone) && clause.phrases.length === 0 && spanOf(clause)) {
    // The range of a price is from its low to its high.
    spends(clause, 'percentile', 'time')
    periodExtremes(state, { ...clause, items: [], extremes: ends })
    return
  }
  spends(clause, 'percentile', 'columns', 'composite', 'time', 'quantity', 'number', 'compare', 'share')
  const phrase = clause.phrases[0] ?? failClause('which_measure', clause)
  const { rank, most } = clause.said
  const constraint = clause.constraints[0]
  const share = rank?.n ?? (constraint && 'op' in constraint ? constraint.value : null)
  const span = spanOf(clause) ?? failClause('needs_window', clause)
  if (!share || share >= 100) failClause('needs_number', clause)
  if (!share) return
  const low =
    rank?.end === 'bottom' ||
    most?.descending === false ||
    (constraint !== undefined && 'op' in constraint && constraint.op.startsWith('<'))
  const meant = mean(state, phrase, undefined)
  const window = windowFor(span, meant.dataset)
  const p = (low ? share : 100 - share) / 100
  const known = compare(meant.measure, isPositive(meant.measure) ? '>' : '!=', number(0))
  const edge: Measure = { kind: 'percentile', of: meant.measure, p, window }
  output(state, meant.name, meant.measure)
  output(state, `percentile_${Math.round(p * 100)}`, edge)
  if (isPositive(meant.measure)) state.conditions.push(known)
  state.conditions.push(compare(meant.measure, low ? '<=' : '>=', edge))
  if (isYear(window) && meant.frequency === 'day')
    state.conditions.push(compare({ kind: 'count', of: known, window }, '>=', number(100)))
}

/** Closed at the daily limit. */
export function limitCondition(state: State, clause: Clause): { holds: Condition; show: () => void } {
  const { side } = clause.said.limit!
  if (state.about.subject !== 'stock') failClause('does_not_fit', clause)
  const close = closeOf(state, clause)
  const column = side === 'up' ? 'limit_up' : 'limit_down'
  const limit: Measure = { kind: 'column', dataset: 'TaiwanStockDailyPriceLimit', column }
  return {
    holds: compare(close, '=', limit),
    show: () => {
      output(state, 'close', close)
      output(state, column, limit)
    },
  }
}
