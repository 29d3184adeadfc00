import type { Measure } from '../../representation.ts'
import type { Clause } from '../clause/clause.ts'
import { windowFor } from '../measures/window.ts'
import { compare, isPositive, number } from './conditions.ts'
import { isYear, periodExtremes } from './extremes.ts'
import { failClause, mean, output, type State, spends } from './state.ts'
import { spanOf } from './windows.ts'

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
