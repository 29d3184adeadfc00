import { find } from '../../../catalogue/index.ts'
import type { Measure, Window } from '../../representation.ts'
import type { Clause } from '../clause/clause.ts'
import { balancesOf } from '../measures/change.ts'
import type { Meant, Phrase } from '../measures/phrase.ts'
import { concluded, ordered } from './concluded.ts'
import { compare, constrained, number } from './conditions.ts'
import { freshExtreme } from './extremes.ts'
import { isPrice } from './phrases.ts'
import { foldOver } from './settle.ts'
import { asksDays, failClause, output, type State, scaleOf } from './state.ts'

/** A measure over a span that nothing has folded yet: a row for each date, or a sum where it adds up. */
export function overSpan(
  state: State,
  phrase: Phrase,
  clause: Clause,
  measure: Measure,
  meant: Meant,
  span: Window,
): void {
  const single = state.named || state.alone
  // Three years of monthly figures may be meant by month or by year.
  if (
    single &&
    meant.frequency === 'month' &&
    meant.flow &&
    span.kind === 'last' &&
    span.unit === 'year' &&
    span.n > 1 &&
    !state.gathered.has('daily') &&
    phrase.fold === undefined
  )
    failClause('two_readings', clause)
  if (single && !wantsTotal(state, phrase, meant, span)) {
    if (!isSameSeries(state, span)) failClause('unsupported', clause)
    state.series ??= { window: span, dataset: meant.dataset }
    const [balance] = balancesOf(phrase.readings ?? [])
    if (balance && measure.kind === 'column')
      output(state, balance.column, { ...measure, column: balance.column }, scaleOf(state, measure))
    output(state, meant.name, measure, scaleOf(state, measure))
    // How much it went may be meant in points as well as in percent.
    if (phrase.composite === 'return' && measure.kind === 'column' && 'spread' in find(measure.dataset)!.columns)
      output(state, 'spread', { ...measure, column: 'spread' })
    for (const constraint of clause.constraints)
      state.conditions.push(constrained(measure, constraint, phrase.direction === 'down'))
    if (phrase.direction && clause.constraints.length === 0 && asksDays(state))
      state.conditions.push(compare(measure, phrase.direction === 'down' ? '<' : '>', number(0)))
    const { most, rank, sorted } = clause.said
    const first = state.ranked && state.clauses.length === 1 && !clause.unordered
    if (most || rank || sorted || first) ordered(state, measure, clause, phrase)
    return
  }
  if (!meant.flow && clause.said.most && isPrice(phrase) && !clause.said.rank && !single) {
    // "At its lowest close in a year" is a new low.
    const side = clause.said.most.descending ? 'high' : 'low'
    freshExtreme(state, { ...clause, extremes: [{ t: 'extreme', side, fresh: true }] })
    state.usedMost = true
    return
  }
  if (!meant.flow) failClause('needs_window', clause)
  concluded(state, phrase, clause, foldOver(measure, span), { ...meant, name: `${meant.name}_sum`, flow: false })
}

const isSameSeries = ({ series }: State, span: Window): boolean =>
  series === null || JSON.stringify(series.window) === JSON.stringify(span)

/** Asked how much in all rather than on each day. */
function wantsTotal(state: State, phrase: Phrase, meant: Meant, span: Window): boolean {
  const { all, has } = state.gathered
  if (
    !meant.flow ||
    asksDays(state) ||
    has('daily') ||
    has('running') ||
    all('ask').some(({ what }) => what === 'when')
  )
    return false
  if (phrase.fold === 'sum' || all('fold').some(({ fn }) => fn === 'sum')) return true
  // What was earned in a year that is over is one figure.
  const isYear =
    span.kind === 'calendar' ? !span.month && !span.quarter : span.kind === 'previous' && span.unit === 'year'
  if (meant.frequency === 'month' && (isYear || isHalf(span)) && !state.ranked) return true
  if (phrase.who !== undefined && phrase.direction) return true
  // What they did in a month or a year is one figure.
  const isLong = 'unit' in span && ['month', 'quarter', 'year'].includes(span.unit)
  if (phrase.who !== undefined && isLong && (span.kind === 'this' || span.kind === 'previous') && !state.ranked)
    return true
  const asked = state.gathered.asksHowMuch
  return (
    asked &&
    (phrase.who !== undefined || isHalf(span) || ['this', 'previous', 'calendar'].includes(span.kind)) &&
    state.outputs.length === 0
  )
}

/** The first or the second half of a year. */
const isHalf = (span: Window): boolean =>
  span.kind === 'between' && /-0[17]-01$/.test(span.from ?? '') && /-(06-30|12-31)$/.test(span.to ?? '')
