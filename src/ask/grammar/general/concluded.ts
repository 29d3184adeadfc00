import { find } from '../../../catalogue/index.ts'
import type { Frequency } from '../../calendar.ts'
import type { Column, Measure } from '../../representation.ts'
import type { Clause } from '../clause/clause.ts'
import type { Meant, Phrase } from '../measures/phrase.ts'
import { price } from '../measures/price.ts'
import { compare, constrained, isPositive, number } from './conditions.ts'
import { isChange } from './phrases.ts'
import { output, type State, scaleOf } from './state.ts'

/** How many rows of a dataset lie between a period and the one it is held against. */
const stepsOf = (frequency: Frequency, unit: 'year' | 'quarter' | 'month'): number | null => {
  if (frequency === 'quarter') return { year: 4, quarter: 1, month: null }[unit]
  return frequency === 'month' ? { year: 12, quarter: 3, month: 1 }[unit] : null
}

/** A number that is ready: shown, and compared or ranked as the clause says. */
export function concluded(state: State, phrase: Phrase, clause: Clause, measure: Measure, meant: Meant): void {
  const { said, constraints } = clause
  const down = phrase.direction === 'down' || phrase.composite === 'drawdown'
  output(state, meant.name, measure, scaleOf(state, measure))
  // Beside the revenue of the year so far, growth may be of the month or of the year so far.
  if (meant.name === 'yoy_percent' && state.named && state.outputs.some(({ as }) => as === 'revenue_ytd'))
    output(state, 'ytd_yoy_percent', { ...(measure as Column), column: 'ytd_yoy_percent' })
  if (phrase.growth && state.named && measure.kind === 'change' && measure.of.kind !== 'change') {
    output(state, `${meant.name}_of`, measure.of)
    const n = stepsOf(meant.frequency, phrase.growth)
    if (n) output(state, `${meant.name}_before`, { kind: 'at', of: measure.of, when: { kind: 'back', n } })
  }
  if (phrase.composite === 'return' && !state.alone && measure.kind === 'column') {
    const close = price(state.context)
    if (close) output(state, 'close', close)
    // How much may be meant in points as well as in percent.
    if (close && state.named && 'spread' in find(close.dataset)!.columns)
      output(state, 'spread', { ...close, column: 'spread' })
  }
  for (const constraint of constraints) {
    if (isPositive(measure) && (!('op' in constraint) || constraint.op.startsWith('<')))
      state.conditions.push(compare(measure, '>', number(0)))
    state.conditions.push(constrained(measure, constraint, down))
  }
  if (said.sign) state.conditions.push(compare(measure, said.sign.positive ? '>' : '<', number(0)))
  const first = state.ranked && state.clauses.length === 1 && !said.sign && state.order === null && !clause.unordered
  // 殖利率最高且本益比低於10的前十檔: the number is of the clause that says what is highest.
  const elsewhere = !said.most && state.clauses.some((other) => other.said.most && other.phrases.length > 0)
  if (said.most || (said.rank && !elsewhere) || said.sorted || first) {
    ordered(state, measure, clause, phrase)
    return
  }
  const whichOne = state.gathered.all('ask').some(({ what }) => what === 'which' || what === 'one')
  if (phrase.composite === 'return' && phrase.direction && state.about.ids.length > 1 && whichOne && !state.order)
    state.order = { measure, descending: phrase.direction === 'up' }
  const alsoGrew = state.gathered.has('both') && isChange(phrase) && !phrase.direction ? state.direction : undefined
  if (phrase.direction) state.direction = phrase.direction
  if (alsoGrew && constraints.length === 0 && !state.named && !state.alone)
    state.conditions.push(compare(measure, alsoGrew === 'down' ? '<' : '>', number(0)))
  const aside = state.clauses.length > 1 && !clause.unordered
  const open = constraints.length === 0 && !said.sign && !state.named && !state.alone && (!state.ranked || aside)
  if (open && phrase.direction) state.conditions.push(compare(measure, down ? '<' : '>', number(0)))
}

/** The largest fall is the smallest number: what is measured downwards is ranked upwards. */
export function ordered(state: State, measure: Measure, clause: Clause, phrase: Phrase): void {
  const { rank, sorted } = clause.said
  const most = clause.said.most ?? state.gathered.all('most')[0]
  let descending = rank?.end === 'bottom' ? false : (most?.descending ?? true)
  // What grows fastest grows most; what is done fastest takes the fewest days.
  if (most?.speed && (isChange(phrase) || phrase.composite === 'return')) descending = true
  if (sorted) descending = sorted.descending ?? !isPositive(measure)
  else if (phrase.composite === 'drawdown') descending = most?.least === true
  else if (phrase.direction) {
    // The smallest fall is asked of those that fell, the smallest rise of those that rose.
    const least = clause.said.most?.least === true
    const sign = compare(measure, phrase.direction === 'down' ? '<' : '>', number(0))
    if (least) state.conditions.push(sign)
    descending = (phrase.direction === 'down') === least
  }
  state.order = { measure, descending }
  if (isPositive(measure) && !descending) state.conditions.push(compare(measure, '>', number(0)))
}
