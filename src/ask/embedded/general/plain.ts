import type { Measure, Window } from '../../representation.ts'
import { dimension } from '../../typing.ts'
import type { Clause } from '../clause.ts'
import { changeOf, type Meant, type Phrase, price, windowFor } from '../measures.ts'
import type { Of } from '../senses.ts'
import {
  compare,
  constrained,
  fail,
  failClause,
  foldOver,
  isInstant,
  isPositive,
  mean,
  number,
  output,
  type State,
  scaleOf,
  settle,
  spanOf,
  spends,
} from './state.ts'

/** Clauses that name measures: to be shown, to be held to an amount, to put the rows in order. */

export function plain(state: State, clause: Clause): void {
  spends(
    clause,
    'columns',
    'composite',
    'line',
    'actor',
    'flow',
    'growth',
    'time',
    'compare',
    'number',
    'quantity',
    'range',
    'fold',
    'move',
    'sign',
    'share',
    'every',
  )
  const { said, moves, constraints } = clause
  if (said.share && clause.phrases.length === 2) {
    one(state, { ...clause.phrases[0]!, of: clause.phrases[1]! }, clause)
    return
  }
  const returns = clause.phrases.filter(({ composite }) => composite === 'return')
  const others = clause.phrases.filter(({ composite }) => composite !== 'return')
  if (returns.length > 0 && others.length > 0 && moves.length === 0) {
    // A rise or fall beside a measure that is not a price is a move of that measure.
    const ofPrice = others.every(
      ({ readings }) =>
        readings?.some(({ column }) => ['close', 'price', 'spread', 'spot_sell', 'value'].includes(column)) ?? false,
    )
    if (ofPrice) {
      for (const phrase of returns) one(state, phrase, clause)
      if (constraints.length === 0) for (const phrase of others) one(state, phrase, { ...clause, said: {} })
      return
    }
    if (others.length === 1 && returns.length === 1) {
      one(state, others[0]!, { ...clause, moves: [{ t: 'move', direction: returns[0]!.direction ?? 'any' }] })
      return
    }
    failClause('unsupported', clause)
  }
  const shared = clause.phrases.every(({ who }) => who !== undefined)
  for (const [i, phrase] of clause.phrases.entries()) {
    const last = i === clause.phrases.length - 1
    // What is said about an amount belongs to the measure it stands beside; investors share it.
    one(state, phrase, last || shared ? clause : { ...clause, constraints: [], said: { ...(said.rank ? {} : {}) } })
  }
}

/** A clause without a measure: an amount of money alone is a price. */
export function bare(state: State, clause: Clause): void {
  const [constraint] = clause.constraints
  if (
    constraint &&
    (constraint.unit === 'TWD' || constraint.unit === 'USD') &&
    (state.about.subject === 'stock' || state.about.subject === 'us')
  ) {
    spends(clause, 'compare', 'number', 'quantity', 'range', 'time')
    const close = price(state.context)!
    output(state, 'close', close)
    state.conditions.push(constrained(close, constraint, false))
    return
  }
  spends(clause, 'time')
}

function one(state: State, phrase: Phrase, clause: Clause): void {
  const move = clause.moves[0]
  if (move && !phrase.who) {
    moved(state, phrase, clause, move)
    return
  }
  if (phrase.composite === 'ohlc') {
    ohlc(state, phrase, clause)
    return
  }
  const inherits = phrase.who !== undefined || state.named || state.alone
  const { measure, meant, span } = settle(state, phrase, clause, inherits)
  if (span) {
    overSpan(state, phrase, clause, measure, meant, span)
    return
  }
  concluded(state, phrase, clause, measure, meant)
}

/** A measure over a span that nothing has folded yet: a row for each date, or a sum where it adds up. */
function overSpan(state: State, phrase: Phrase, clause: Clause, measure: Measure, meant: Meant, span: Window): void {
  const single = state.named || state.alone
  if (single && !wantsTotal(state, phrase, meant, span)) {
    if (!isSameSeries(state, span)) failClause('unsupported', clause)
    state.series ??= { window: span, dataset: meant.dataset }
    output(state, meant.name, measure, scaleOf(state, measure))
    for (const constraint of clause.constraints)
      state.conditions.push(constrained(measure, constraint, phrase.direction === 'down'))
    if (clause.said.most || clause.said.rank || clause.said.sorted) ordered(state, measure, clause, phrase)
    else if (state.ranked && state.clauses.length === 1) ordered(state, measure, clause, phrase)
    return
  }
  if (!meant.flow) failClause('needs_window', clause)
  concluded(state, phrase, clause, foldOver(measure, span), { ...meant, name: `${meant.name}_sum`, flow: false })
}

const isSameSeries = ({ series }: State, span: Window): boolean =>
  series === null || JSON.stringify(series.window) === JSON.stringify(span)

/** Asked how much in all rather than on each day. */
function wantsTotal(state: State, phrase: Phrase, meant: Meant, span: Window): boolean {
  const { all } = state.gathered
  if (
    !meant.flow ||
    all('daily').length > 0 ||
    all('ask').some(({ what }) => what === 'when') ||
    state.gathered.has('running')
  )
    return false
  if (phrase.fold === 'sum' || all('fold').some(({ fn }) => fn === 'sum')) return true
  const asked = all('ask').some(({ what }) => what === 'much')
  return (
    asked &&
    (phrase.who !== undefined || ['this', 'previous', 'calendar'].includes(span.kind)) &&
    state.outputs.length === 0
  )
}

function ohlc(state: State, phrase: Phrase, clause: Clause): void {
  for (const column of ['open', 'high', 'low', 'close']) {
    const found = price(state.context, column) ?? fail('does_not_fit', [phrase.text])
    const settled = settle(
      state,
      { readings: [{ subject: state.about.subject, dataset: found.dataset, column }], text: phrase.text },
      clause,
      true,
    )
    if (settled.span) state.series ??= { window: settled.span, dataset: found.dataset }
    output(state, column, settled.measure)
  }
}

/** A number that is ready: shown, and compared or ranked as the clause says. */
function concluded(state: State, phrase: Phrase, clause: Clause, measure: Measure, meant: Meant): void {
  const { said, constraints } = clause
  const down = phrase.direction === 'down'
  output(state, meant.name, measure, scaleOf(state, measure))
  if (phrase.composite === 'return' && !state.alone && measure.kind === 'column') {
    const close = price(state.context)
    if (close) output(state, 'close', close)
  }
  for (const constraint of constraints) {
    if (isPositive(measure) && (!('op' in constraint) || constraint.op.startsWith('<')))
      state.conditions.push(compare(measure, '>', number(0)))
    state.conditions.push(constrained(measure, constraint, down))
  }
  if (said.sign) state.conditions.push(compare(measure, said.sign.positive ? '>' : '<', number(0)))
  if (said.most || said.rank || said.sorted || (state.ranked && state.clauses.length === 1)) {
    ordered(state, measure, clause, phrase)
    return
  }
  if (constraints.length === 0 && !said.sign && !state.named && !state.alone && !state.ranked && phrase.direction)
    state.conditions.push(compare(measure, down ? '<' : '>', number(0)))
}

/** The largest fall is the smallest number: what is measured downwards is ranked upwards. */
export function ordered(state: State, measure: Measure, clause: Clause, phrase: Phrase): void {
  const { rank, sorted } = clause.said
  const most = clause.said.most ?? state.gathered.all('most')[0]
  let descending = rank?.end === 'bottom' ? false : (most?.descending ?? true)
  if (sorted) descending = sorted.descending
  else if (phrase.direction === 'down') descending = false
  state.order = { measure, descending }
  if (isPositive(measure) && !descending) state.conditions.push(compare(measure, '>', number(0)))
}

function moved(state: State, phrase: Phrase, clause: Clause, move: Of<'move'>): void {
  const { constraints, said } = clause
  const meant = mean(state, phrase, undefined)
  const span = phrase.time ?? spanOf(clause)
  const down = move.direction === 'down'
  const inPercent =
    move.percent === true ||
    constraints.some(({ unit }) => unit === 'percent') ||
    state.gathered.all('in').some(({ scale }) => scale === 'percent')
  const asPercent = inPercent && dimension(meant.measure) !== 'percent'
  const name = asPercent ? 'change_percent' : 'change'
  const listed = state.gathered.has('daily') || move.direction === 'any'
  if ((state.named || state.alone) && span && constraints.length === 0 && listed && !state.ranked) {
    // A list of days shows the change of each day.
    const window = windowFor(span, meant.dataset)
    if (!isInstant(window)) {
      state.series ??= { window, dataset: meant.dataset }
      output(state, meant.name, meant.measure, scaleOf(state, meant.measure))
      output(state, name, changeOf(meant, undefined, asPercent).measure)
      return
    }
  }
  const settled = span ? { measure: meant.measure } : settle(state, phrase, clause, false)
  const { measure, previous } = changeOf(meant, span, asPercent)
  if (previous) output(state, 'previous', previous)
  output(state, meant.name, settled.measure, scaleOf(state, meant.measure))
  output(state, name, measure, asPercent ? undefined : scaleOf(state, meant.measure))
  for (const constraint of constraints) state.conditions.push(constrained(measure, constraint, down))
  if (constraints.length > 0 && !said.most && !said.rank) return
  if (state.ranked || move.surge)
    state.order = {
      measure,
      descending: down ? false : ((said.most ?? state.gathered.all('most')[0])?.descending ?? true),
    }
  else if (!state.named && !state.alone && move.direction !== 'any')
    state.conditions.push(compare(measure, down ? '<' : '>', number(0)))
}
