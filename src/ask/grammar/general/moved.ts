import type { Measure, Window } from '../../representation.ts'
import { dimension } from '../../typing.ts'
import type { Clause } from '../clause/clause.ts'
import { changeOf } from '../measures/change.ts'
import type { Meant, Phrase } from '../measures/phrase.ts'
import { windowFor } from '../measures/window.ts'
import type { Of } from '../senses.ts'
import type { Time } from '../time/time.ts'
import { compare, constrained, number } from './conditions.ts'
import { columnOf, inPercent, isPrice } from './phrases.ts'
import { settle } from './settle.ts'
import { failClause, mean, output, type State, scaleOf } from './state.ts'
import { isInstant, spanOf } from './windows.ts'

const today: Time = { window: { kind: 'latest' } }

/** So many days or weeks back, which can be listed; over longer times what is meant is the whole change. */
const isShort = (window: Window): boolean =>
  window.kind === 'last' &&
  window.unit !== 'year' &&
  window.unit !== 'quarter' &&
  !(window.unit === 'month' && window.n >= 3)

/** Now against then: a month ago, the end of last year. */
function since(state: State, meant: Meant, when: Window, clause: Clause, move: Of<'move'>): void {
  const others = clause.times.filter(
    ({ edge, window }) => edge === undefined && window.kind !== 'latest' && window.kind !== when.kind,
  )
  if (others.length > 0) failClause('two_readings', clause)
  const { measure, name } = meant
  const before: Measure = { kind: 'at', of: measure, when }
  const difference: Measure = { kind: 'arithmetic', op: 'subtract', left: measure, right: before }
  const percent: Measure = { kind: 'arithmetic', op: 'percent', left: difference, right: before }
  output(state, name, measure, scaleOf(state, measure))
  output(state, `${name}_before`, before, scaleOf(state, measure))
  output(state, 'change', difference, scaleOf(state, measure))
  if (dimension(measure) !== 'percent') output(state, 'change_percent', percent)
  const down = move.direction === 'down'
  for (const limit of clause.constraints)
    state.conditions.push(
      constrained(limit.unit === 'percent' && dimension(measure) !== 'percent' ? percent : difference, limit, down),
    )
  if (clause.constraints.length > 0) return
  const key = move.percent ? percent : difference
  if (state.ranked) state.order = { measure: key, descending: !down }
  else if (!state.named && !state.alone && move.direction !== 'any')
    state.conditions.push(compare(difference, down ? '<' : '>', number(0)))
}

export function moved(state: State, phrase: Phrase, given: Clause, move: Of<'move'>): void {
  // 比前一日: the day before is what today is held against.
  const [day, ...more] = given.times
  const against = given.said.than && day?.window.kind === 'back' && more.length === 0 ? day : undefined
  const clause = against ? { ...given, times: [today, against] } : given
  const { said } = clause
  const meant = mean(state, phrase, undefined)
  // 比上個月增加 on a day is since the month before ended.
  const [only, ...others] = clause.times
  const ended =
    said.than && others.length === 0 && only?.window.kind === 'previous' && meant.frequency === 'day'
      ? { ...only, edge: 'end' as const }
      : undefined
  const then = ended ?? clause.times.find(({ edge }) => edge !== undefined)
  if (then) {
    since(state, meant, windowFor(then, meant.dataset), clause, move)
    return
  }
  const span = phrase.time ?? spanOf(clause)
  const down = move.direction === 'down'
  // "grew onefold" is a growth of a hundred percent.
  const factor = clause.times_ !== null && clause.constraints.length === 0 ? clause.times_ : null
  const constraints = [
    ...clause.constraints.map(inPercent),
    ...(factor === null ? [] : [{ op: '>=' as const, value: factor * 100, unit: 'percent' as const }]),
  ]
  const asked =
    move.percent === true ||
    constraints.some(({ unit }) => unit === 'percent') ||
    state.gathered.all('in').some(({ scale }) => scale === 'percent')
  const asPercent = asked && dimension(meant.measure) !== 'percent'
  const name = asPercent ? 'change_percent' : 'change'
  // 近十天變化 lists the days; the change over three months is one.
  const isChinese = state.gathered.items.some(({ sense, token }) => sense.t === 'move' && !/^[a-z]/i.test(token.text))
  const listed = state.gathered.has('daily') || (move.direction === 'any' && isChinese)
  const window = span && windowFor(span, meant.dataset)
  if (
    (state.named || state.alone) &&
    window &&
    !isInstant(window) &&
    constraints.length === 0 &&
    listed &&
    (state.gathered.has('daily') || (meant.frequency === 'day' ? isShort(window) : window.kind === 'last')) &&
    !state.ranked &&
    columnOf(phrase) !== 'return_index'
  ) {
    // A list of days shows the change of each day.
    state.series ??= { window, dataset: meant.dataset }
    output(state, meant.name, meant.measure, scaleOf(state, meant.measure))
    output(state, name, changeOf(meant, undefined, asPercent).measure)
    return
  }
  const shown = span
    ? meant.measure
    : settle(state, phrase, { ...clause, times: clause.times.slice(0, 1) }, false).measure
  const than = said.than ? clause.times.slice(1).find((time) => isInstant(time.window)) : undefined
  const { measure, previous } = changeOf(
    meant,
    span ?? (than?.window.kind === 'back' && than.window.n > 1 ? than : undefined),
    asPercent,
  )
  if (previous) output(state, 'previous', previous)
  output(state, meant.name, shown, scaleOf(state, meant.measure))
  output(state, name, measure, asPercent ? undefined : scaleOf(state, meant.measure))
  // How far a price went may be meant in percent as well.
  if (!asPercent && state.named && (isPrice(phrase) || phrase.composite === 'price') && measure.kind === 'change')
    output(state, 'change_percent', { ...measure, as: 'percent' })
  for (const constraint of constraints) state.conditions.push(constrained(measure, constraint, down))
  if (constraints.length > 0 && !said.most && !said.rank) return
  if ((state.ranked && !clause.unordered) || move.surge) {
    const towards = said.most ?? state.gathered.all('most')[0]
    state.order = { measure, descending: down ? false : towards?.speed ? true : (towards?.descending ?? true) }
  } else if (!state.named && !state.alone && move.direction !== 'any')
    state.conditions.push(compare(measure, down ? '<' : '>', number(0)))
}
