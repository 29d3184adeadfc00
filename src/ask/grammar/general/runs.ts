import { find } from '../../../catalogue/index.ts'
import { frequencyOf } from '../../calendar.ts'
import type { Condition, Measure, Window } from '../../representation.ts'
import type { Clause } from '../clause/clause.ts'
import { price } from '../measures/price.ts'
import { windowFor } from '../measures/window.ts'
import { yearly } from './annual.ts'
import { compare, constrained, number } from './conditions.ts'
import { closeOf } from './extremes.ts'
import { limitCondition } from './limits.ts'
import { standAt } from './settle.ts'
import { fail, failClause, mean, output, type State, spends } from './state.ts'
import { instantOf, spanOf } from './windows.ts'

/** Clauses about what holds on a day: as a run of days, on every day of a time, on some of them, or today. */

type Holding = { readonly holds: Condition; readonly show: () => void }

const before = (of: Measure): Measure => ({ kind: 'at', of, when: { kind: 'back', n: 1 } })

/** What holds on a day: it rose, was bought, stood above something. */
function holding(state: State, clause: Clause): Holding {
  const { said, moves, constraints } = clause
  if (said.limit) return limitCondition(state, clause)
  if (said.above) {
    const { left, right, leftName, rightName } = sides(state, clause)
    const show = () => {
      output(state, leftName, left)
      if (right.kind !== 'number') output(state, rightName, right)
    }
    return { holds: compare(left, said.above.direction === 'up' ? '>' : '<', right), show }
  }
  const parts: Condition[] = []
  const shown: (() => void)[] = []
  const returns = clause.phrases.filter(({ composite }) => composite === 'return')
  const others = clause.phrases.filter(
    (phrase) => phrase.composite !== 'return' && !(returns.length > 0 && isPrice(phrase.readings)),
  )
  for (const phrase of others.length > 0 ? others : returns) {
    const direction =
      moves[0]?.direction ??
      (phrase.composite === 'return' ? phrase.direction : (returns[0]?.direction ?? phrase.direction))
    if (phrase.composite === 'return') {
      const close = closeOf(state, clause)
      shown.push(() => output(state, 'close', close))
      if (constraints.length > 0)
        parts.push(constrained(mean(state, phrase, undefined).measure, constraints[0]!, direction === 'down'))
      else if (direction === 'up' || direction === 'down')
        parts.push(compare(close, direction === 'up' ? '>' : '<', before(close)))
      else fail('unsupported', [phrase.text])
      continue
    }
    const meant = mean(state, phrase, undefined)
    shown.push(() => output(state, meant.name, meant.measure))
    const isGrowth = phrase.growth !== undefined || /^(yoy|mom|ytd_yoy)_percent$|_change$/.test(meant.name)
    // Growth in a row may be over the period before or over the year before; nobody said which.
    if (moves.some(({ growth }) => growth) && !isGrowth && yearly(state, phrase)) failClause('two_readings', clause)
    if (constraints.length > 0)
      parts.push(constrained(meant.measure, constraints[0]!, (isGrowth ? direction : phrase.direction) === 'down'))
    else if (said.sign) parts.push(compare(meant.measure, said.sign.positive ? '>' : '<', number(0)))
    else if (phrase.who && phrase.direction)
      parts.push(compare(meant.measure, phrase.direction === 'up' ? '>' : '<', number(0)))
    else if (direction === 'up' || direction === 'down')
      parts.push(compare(meant.measure, direction === 'up' ? '>' : '<', isGrowth ? number(0) : before(meant.measure)))
    else if (isGrowth) parts.push(compare(meant.measure, '>', number(0)))
    else fail('unsupported', [phrase.text])
  }
  if (parts.length === 0) failClause('which_measure', clause)
  return {
    holds: parts.length === 1 ? parts[0]! : { kind: 'and', of: parts },
    show: () => {
      for (const one of shown) one()
    },
  }
}

const isPrice = (readings: readonly { readonly column: string }[] | undefined): boolean =>
  readings?.[0]?.column === 'close'

export function runs(state: State, clause: Clause): void {
  spends(
    clause,
    'streak',
    'every',
    'time',
    'compare',
    'number',
    'quantity',
    'range',
    'columns',
    'composite',
    'actor',
    'flow',
    'move',
    'limit',
    'above',
    'line',
    'sign',
    'growth',
    'fold',
    'share',
  )
  const { said, days } = clause
  if (!heldAgainst(clause)) standAt(state, clause)
  const { holds, show } = holding(state, clause)
  const span = spanOf(clause)
  if (said.streak) {
    refuseStep(said.streak.unit ?? days?.unit, holds, clause)
    const length: Measure = { kind: 'streak', of: holds }
    const n = said.streak.n ?? days?.n ?? (span?.window.kind === 'last' ? span.window.n : undefined)
    output(state, 'streak', length)
    show()
    const single = state.named || state.alone
    if (!single && n !== undefined) state.conditions.push(compare(length, days?.op ?? '>=', number(n)))
    else if (!single && !state.ranked) failClause('needs_number', clause)
    if (state.ranked) state.order = { measure: length, descending: true }
    return
  }
  show()
  if (!span) {
    // 「都」 beside what holds on one date says nothing more.
    if (!state.named) state.conditions.push(holds)
    return
  }
  const dataset = datasetOf(holds)
  const window = windowFor(span, dataset)
  if (said.every && !state.named) state.conditions.push({ kind: 'every', of: holds, window })
  else output(state, 'days', { kind: 'count', of: holds, window })
}

/** "closed higher than the day before" on the days of a time: the day before each of them. */
const heldAgainst = (clause: Clause): boolean =>
  spanOf(clause) !== undefined &&
  (clause.said.than !== undefined || clause.compare !== null) &&
  clause.times.some(({ window }) => window.kind === 'back' && window.n === 1)

/** So many weeks in a row are counted in weekly figures only. */
function refuseStep(unit: string | undefined, holds: Condition, clause: Clause): void {
  if (unit === undefined || unit === 'day' || unit === 'trading_day') return
  if (frequencyOf(find(datasetOf(holds))!) !== unit) failClause('unsupported', clause)
}

/** A day other than the answer's own. */
const otherDay = (state: State, clause: Clause): Window | null => {
  const window = instantOf(clause)?.window
  return window?.kind === 'back' && state.fixed && state.when.kind === 'latest' ? window : null
}

/** A comparison on the day its clause says. */
function onItsDay(state: State, clause: Clause, holds: Condition): Condition {
  const when = otherDay(state, clause)
  if (!when || holds.kind !== 'compare') return holds
  return { ...holds, left: { kind: 'at', of: holds.left, when }, right: { kind: 'at', of: holds.right, when } }
}

/** Limit-ups and other events of a day without a run: today, or how often. */
export function happened(state: State, clause: Clause): void {
  spends(clause, 'limit', 'time', 'columns', 'composite', 'every', 'quantity', 'compare')
  if (!otherDay(state, clause)) standAt(state, clause)
  const { holds, show } = limitCondition(state, clause)
  const span = spanOf(clause)
  if (!span) {
    if (clause.constraints.length > 0) failClause('needs_window', clause)
    show()
    if (!state.named) state.conditions.push(onItsDay(state, clause, holds))
    return
  }
  const days: Measure = { kind: 'count', of: holds, window: windowFor(span, 'TaiwanStockPrice') }
  output(state, 'days', days)
  for (const constraint of clause.constraints) state.conditions.push(constrained(days, constraint, false))
  if (state.ranked) state.order = { measure: days, descending: true }
  else if (!state.named && clause.constraints.length === 0) state.conditions.push(compare(days, '>', number(0)))
}

const datasetOf = (condition: Condition): string => {
  const text = /"dataset":"(\w+)"/.exec(JSON.stringify(condition))
  return text?.[1] ?? 'TaiwanStockPrice'
}

type Sides = { readonly left: Measure; readonly right: Measure; readonly leftName: string; readonly rightName: string }

/** What stands above what: a price and a line, two lines, two measures, a price and an amount. */
export function sides(state: State, clause: Clause): Sides {
  const lines = clause.phrases.filter(({ line }) => line !== undefined)
  const others = clause.phrases.filter(({ line }) => line === undefined)
  const named = (phrase: (typeof lines)[number]) => mean(state, phrase, undefined)
  const pair = (left: { measure: Measure; name: string }, right: { measure: Measure; name: string }): Sides => ({
    left: left.measure,
    right: right.measure,
    leftName: left.name,
    rightName: right.name,
  })
  if (lines.length === 2 && others.length === 0 && clause.aboveAt >= 1) return pair(named(lines[0]!), named(lines[1]!))
  const first = others[0]
    ? named(others[0])
    : { measure: price(state.context) ?? failClause('does_not_fit', clause), name: 'close' }
  if (lines.length === 1 && others.length <= 1) return pair(first, named(lines[0]!))
  if (others.length === 2 && lines.length === 0) return pair(first, named(others[1]!))
  const [constraint] = clause.constraints
  if (constraint && 'op' in constraint && lines.length === 0 && others.length <= 1)
    return {
      left: first.measure,
      right: number(constraint.value, constraint.unit),
      leftName: first.name,
      rightName: 'level',
    }
  return failClause('unsupported', clause)
}
