import type { Clause } from '../clause/clause.ts'
import { meaningOf } from '../measures/meaning.ts'
import { compare } from './conditions.ts'
import { failClause, mean, output, type State, spends } from './state.ts'
import { instantOf, spanOf } from './windows.ts'

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
