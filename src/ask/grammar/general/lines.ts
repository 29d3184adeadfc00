import type { Condition, Measure } from '../../representation.ts'
import type { Clause } from '../clause/clause.ts'
import { windowFor } from '../measures/window.ts'
import { compare } from './conditions.ts'
import { closeOf } from './extremes.ts'
import { standAt } from './settle.ts'
import { failClause, output, type State, spends } from './state.ts'
import { spanOf } from './windows.ts'

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
