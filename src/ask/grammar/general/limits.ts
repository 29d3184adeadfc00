import type { Condition, Measure } from '../../representation.ts'
import type { Clause } from '../clause/clause.ts'
import { compare } from './conditions.ts'
import { closeOf } from './extremes.ts'
import { failClause, output, type State } from './state.ts'

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
