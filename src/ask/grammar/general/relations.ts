import type { Condition, Measure } from '../../representation.ts'
import type { Clause, Constraint } from '../clause/clause.ts'
import type { Phrase } from '../measures/phrase.ts'
import { windowFor } from '../measures/window.ts'
import { compare, constrained, number, type Op } from './conditions.ts'
import { sides } from './runs.ts'
import { type Settled, settle } from './settle.ts'
import { asksLast, failClause, mean, output, type State, spends } from './state.ts'
import { instantOf, spanOf } from './windows.ts'

/** Clauses that hold one measure against another. */

/** 站上月線: one thing above another, today or on another day, or crossing it. */
export function above(state: State, clause: Clause): void {
  spends(clause, 'above', 'line', 'time', 'columns', 'number', 'quantity', 'compare', 'every', 'fold')
  const lines = clause.phrases.filter(({ line }) => line !== undefined)
  if (lines.length > 1 && clause.aboveAt === clause.phrases.length - lines.length) {
    // Above the one line and the other.
    const rest = clause.phrases.filter(({ line }) => line === undefined)
    for (const line of lines) above(state, { ...clause, phrases: [...rest, line], aboveAt: rest.length })
    return
  }
  const { left, right, leftName, rightName } = sides(state, clause)
  const { direction, crossing } = clause.said.above!
  const { dataset } = { dataset: /"dataset":"(\w+)"/.exec(JSON.stringify(left))?.[1] ?? 'TaiwanStockPrice' }
  output(state, leftName, left)
  if (right.kind !== 'number') output(state, rightName, right)
  if (state.named && !asksLast(state)) return
  if (crossing) {
    const span = spanOf(clause)
    const crossed: Condition = { kind: 'cross', left, right, direction }
    state.conditions.push(span ? { kind: 'some', of: crossed, window: windowFor(span, dataset) } : crossed)
    return
  }
  const time = instantOf(clause)
  if (time?.window.kind === 'latest') state.fixed = true
  const back = time && time.window.kind === 'back' && state.fixed && state.when.kind === 'latest' ? time.window : null
  if (time && !back && time.window.kind !== 'latest' && !state.fixed) {
    state.when = time.window
    state.fixed = true
  }
  const at = (measure: Measure): Measure =>
    back && measure.kind !== 'number' ? { kind: 'at', of: measure, when: back } : measure
  state.conditions.push(compare(at(left), direction === 'up' ? '>' : '<', at(right)))
}

/** X over Y, X at least twice Y. */
export function against(state: State, first: Phrase, op: Op, second: Phrase, clause: Clause): void {
  spends(
    clause,
    'columns',
    'composite',
    'line',
    'actor',
    'flow',
    'compare',
    'times',
    'quantity',
    'number',
    'time',
    'fold',
    'growth',
    'traded',
    'ends',
  )
  const left = settle(state, first, clause, false)
  const right = settle(state, second, clause, false)
  // A mean of volumes is held against the day after it, not against one of its own.
  const other: Measure =
    right.measure.kind === 'over' &&
    right.measure.fn === 'avg' &&
    right.measure.window.kind === 'last' &&
    right.meant.dataset === 'TaiwanStockPrice' &&
    /volume|turnover/.test(right.meant.name)
      ? { ...right.measure, window: { ...right.measure.window, kind: 'before' } }
      : right.measure
  if (JSON.stringify(left.measure) === JSON.stringify(other)) failClause('unsupported', clause)
  const factor = clause.times_
  const limits = clause.constraints.filter(({ unit }) => unit !== 'times')
  if (limits.length > 0) {
    apart(state, { left, right: { ...right, measure: other }, op, limits }, clause)
    return
  }
  output(state, left.meant.name, left.measure)
  output(state, right.meant.name, other)
  // "furthest above": by how far it is, of what it is held against.
  if (clause.said.most && factor === null && !state.named && !state.alone) {
    const difference: Measure = { kind: 'arithmetic', op: 'subtract', left: left.measure, right: other }
    const away: Measure = { kind: 'arithmetic', op: 'percent', left: difference, right: other }
    output(state, 'difference_percent', away)
    state.order = { measure: away, descending: op.startsWith('>') === clause.said.most.descending }
  }
  if (state.about.ids.length === 1 || state.alone) return
  state.conditions.push(
    compare(
      left.measure,
      op,
      factor === null ? other : { kind: 'arithmetic', op: 'multiply', left: number(factor), right: other },
    ),
  )
}

type Apart = {
  readonly left: Settled
  readonly right: Settled
  readonly op: Op
  readonly limits: readonly Constraint[]
}

/** X below Y by five percent or more. */
function apart(state: State, { left, right, op, limits }: Apart, clause: Clause): void {
  if (clause.times_ !== null || op === '=' || limits.some(({ unit }) => unit !== 'percent'))
    failClause('unsupported', clause)
  const difference: Measure = { kind: 'arithmetic', op: 'subtract', left: left.measure, right: right.measure }
  const away: Measure = { kind: 'arithmetic', op: 'percent', left: difference, right: right.measure }
  output(state, left.meant.name, left.measure)
  output(state, right.meant.name, right.measure)
  output(state, 'difference_percent', away)
  for (const limit of limits) state.conditions.push(constrained(away, limit, op.startsWith('<')))
}

/** So many times what it was on another day. */
export function multiple(state: State, phrase: Phrase, factor: { op: Op; value: number }, clause: Clause): void {
  spends(clause, 'columns', 'composite', 'actor', 'flow', 'time', 'times', 'quantity', 'number', 'compare', 'traded')
  const others = clause.times.filter(({ window }) => window.kind !== 'latest')
  const [time] = others
  if (others.length !== 1 || clause.times.length > 2) failClause('two_readings', clause)
  const { measure, name } = mean(state, phrase, undefined)
  const other: Measure = { kind: 'at', of: measure, when: time!.window }
  output(state, name, measure)
  output(state, `${name}_before`, other)
  if (state.about.ids.length === 1 || state.alone) return
  state.conditions.push(
    compare(measure, factor.op, { kind: 'arithmetic', op: 'multiply', left: number(factor.value), right: other }),
  )
}
