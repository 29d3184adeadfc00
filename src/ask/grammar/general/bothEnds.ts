import type { Clause } from '../clause/clause.ts'
import { windowFor } from '../measures/window.ts'
import { failClause, mean, output, type State } from './state.ts'
import { spanOf } from './windows.ts'

/** The highest and the lowest of one measure over a time, with their dates. */
export function bothEnds(state: State, clause: Clause): boolean {
  const ends = clause.items.flatMap(({ sense }) => (sense.t === 'most' ? [sense.descending] : []))
  const span = spanOf(clause) ?? state.inherited
  const [phrase] = clause.phrases
  if (new Set(ends).size < 2) return false
  if (!phrase || clause.phrases.length > 1 || !span || !(state.named || state.alone))
    return failClause('two_readings', clause)
  const { measure, name, dataset } = mean(state, phrase, undefined)
  const window = windowFor(span, dataset)
  for (const fn of ['max', 'min'] as const) {
    output(state, `${fn}_${name}`, { kind: 'over', fn, of: measure, window })
    output(state, `${fn}_${name}_date`, { kind: 'date', fn, of: measure, window })
  }
  state.usedMost = true
  return true
}
