import type { Measure } from '../../representation.ts'
import type { Clause } from '../clause/clause.ts'
import { constrained } from './conditions.ts'
import { closeOf } from './extremes.ts'
import { failClause, mean, output, type State, spends } from './state.ts'

/** How far the close is from a moving average, in percent of it. */
export function bias(state: State, clause: Clause): void {
  spends(
    clause,
    'away',
    'line',
    'columns',
    'composite',
    'time',
    'compare',
    'number',
    'quantity',
    'range',
    'above',
    'fold',
  )
  const lines = clause.phrases.filter(({ line }) => line !== undefined)
  if (lines.length > 1 || clause.times.length > 0) failClause('unsupported', clause)
  const close = closeOf(state, clause)
  const { measure, name } = mean(state, lines[0]!, undefined)
  const away: Measure = {
    kind: 'arithmetic',
    op: 'percent',
    left: { kind: 'arithmetic', op: 'subtract', left: close, right: measure },
    right: measure,
  }
  output(state, 'close', close)
  output(state, name, measure)
  output(state, `percent_from_${name}`, away)
  const { most, rank } = clause.said
  const below = clause.said.above?.direction === 'down' || clause.compare?.startsWith('<') === true
  for (const constraint of clause.constraints) state.conditions.push(constrained(away, constraint, below))
  if (most || rank) state.order = { measure: away, descending: most?.descending ?? true }
}
