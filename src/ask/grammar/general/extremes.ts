import { find } from '../../../catalogue/index.ts'
import { frequencyOf } from '../../calendar.ts'
import type { Column, Measure, Window } from '../../representation.ts'
import type { Clause } from '../clause/clause.ts'
import { price } from '../measures/price.ts'
import { windowFor } from '../measures/window.ts'
import { compare, constrained, number } from './conditions.ts'
import { isPrice } from './phrases.ts'
import { standAt } from './settle.ts'
import { failClause, mean, output, type State, spends } from './state.ts'
import { isPoint, spanOf } from './windows.ts'

export const closeOf = (state: State, clause: Clause): Column =>
  price(state.context) ?? failClause('does_not_fit', clause)

export const isYear = (window: Window): boolean =>
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

/** The price that a high or a low is of. */
function endOf(state: State, clause: Clause, side: 'high' | 'low'): { measure: Column; dataset: string } {
  const column = (isOfCloses(clause) ? price(state.context) : edgeOf(state, side)) ?? failClause('does_not_fit', clause)
  return { measure: column, dataset: column.dataset }
}

/** The high and the low of a time, of one series or of several named ones. */
export function periodExtremes(state: State, clause: Clause): void {
  spends(clause, 'extreme', 'time', 'columns', 'traded')
  const span = spanOf(clause) ?? state.inherited ?? failClause('needs_window', clause)
  state.usedMost = true
  const [phrase] = clause.phrases.filter((one) => one.composite !== 'return' && !isPrice(one))
  if (clause.phrases.length > 1) failClause('two_readings', clause)
  for (const { side } of clause.extremes) {
    // Of what is named, where that is not the price.
    const { measure: column, dataset } = phrase ? mean(state, phrase, undefined) : endOf(state, clause, side)
    const fn = side === 'high' ? 'max' : 'min'
    const window = windowFor(span, dataset)
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
