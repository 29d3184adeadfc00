import { find } from '../../../catalogue/index.ts'
import type { Measure, Window } from '../../representation.ts'
import type { Clause } from '../clause/clause.ts'
import type { Meant, Phrase } from '../measures/phrase.ts'
import { windowFor } from '../measures/window.ts'
import type { Time } from '../time/time.ts'
import { datedPeriod, isAnnual } from './annual.ts'
import { cumulated } from './cumulative.ts'
import { asksDays, failClause, mean, type State } from './state.ts'
import { instantOf, isInstant, isPoint, spanOf } from './windows.ts'

/** A value on the date said; the row's own date where nothing else has fixed that. */
function dated(state: State, measure: Measure, dataset: string, time: Time | undefined): Measure {
  if (!time) return measure
  const window = windowFor(time, dataset)
  if (!isPoint(window, dataset) && !time.edge) return measure
  if (window.kind === 'latest') {
    if (state.when.kind === 'latest') state.fixed = true
    return measure
  }
  if (JSON.stringify(window) === JSON.stringify(state.when)) return measure
  if (state.when.kind === 'latest' && !state.fixed) {
    state.when = window
    state.fixed = true
    return measure
  }
  return { kind: 'at', of: measure, when: window }
}

/** Puts the whole answer on the date a clause says, where nothing has fixed it yet. */
export function standAt(state: State, clause: Clause): void {
  const window = instantOf(clause)?.window
  if (!window) return
  if (window.kind !== 'latest' && state.when.kind === 'latest' && !state.fixed) state.when = window
  else if (window.kind !== 'latest' && JSON.stringify(window) !== JSON.stringify(state.when))
    failClause('two_readings', clause)
  state.fixed = true
}

export type Settled = {
  readonly measure: Measure
  readonly meant: Meant
  /** The span it lies in, where that was not folded into it. */
  readonly span: Window | null
}

const statement = 'TaiwanStockFinancialStatement'

/** Times that statements are made for. */
const isQuarter = (window: Window): boolean =>
  ((window.kind === 'calendar' || window.kind === 'newest') && window.quarter !== undefined) ||
  ((window.kind === 'last' || window.kind === 'previous' || window.kind === 'this') && window.unit === 'quarter')

/** Each day, week or month of a time is asked for. */
const isListed = (state: State): boolean =>
  (state.named || state.alone) && (state.gathered.has('daily') || asksDays(state) || asksDay(state))

/** The day of the largest move is asked for. */
const asksDay = ({ gathered: { all, has } }: State): boolean =>
  has('most') && all('ask').some(({ what }) => what === 'when')

/** The return of each row of a span instead of the one over the whole of it. */
function daily(state: State, phrase: Phrase, clause: Clause): Settled {
  const meant = mean(state, phrase, undefined)
  return { measure: meant.measure, meant, span: windowFor(spanOf(clause)!, meant.dataset) }
}

/** The largest rise or fall on one day of a span, for many at once. */
function steepest(state: State, phrase: Phrase, clause: Clause): Settled {
  const meant = mean(state, phrase, undefined)
  if (!phrase.direction) failClause('unsupported', clause)
  const fn = phrase.direction === 'down' ? 'min' : 'max'
  const window = windowFor(spanOf(clause)!, meant.dataset)
  return {
    measure: { kind: 'over', fn, of: meant.measure, window },
    meant: { ...meant, name: `${fn}_${meant.name}` },
    span: null,
  }
}

/** How far it went in points, where that is asked for. */
function inPoints(state: State, phrase: Phrase, clause: Clause, meant: Meant): Meant {
  const { measure, dataset } = meant
  const told = state.gathered.all('in').some(({ scale }) => scale === 'points')
  const held = clause.constraints.some(({ unit }) => unit === 'points')
  if (phrase.composite !== 'return' || !(told || held)) return meant
  if (measure.kind === 'change') return { ...meant, name: 'change', measure: { ...measure, as: 'difference' } }
  if (measure.kind === 'column' && 'spread' in find(dataset)!.columns)
    return { ...meant, name: 'spread', measure: { ...measure, column: 'spread' } }
  return meant
}

const takesTime: readonly string[] = ['return', 'volatility', 'drawdown', 'average_volume']

/** A phrase as a number: folded over its span where it adds up or is said to be folded. */
export function settle(state: State, phrase: Phrase, clause: Clause, inherits: boolean): Settled {
  const time = phrase.time ?? spanOf(clause) ?? instantOf(clause) ?? (inherits ? state.inherited : undefined)
  if (phrase.composite === 'return' && isListed(state) && spanOf(clause)) return daily(state, phrase, clause)
  // Beside prices that are listed by the day, the change is of each day as well.
  if (phrase.composite === 'return' && state.series && !spanOf(clause) && !instantOf(clause)) {
    const meant = mean(state, phrase, undefined)
    return { measure: meant.measure, meant, span: state.series.window }
  }
  if (phrase.composite === 'return' && state.gathered.has('daily') && spanOf(clause))
    return steepest(state, phrase, clause)
  const context =
    phrase.growth === 'quarter' || (time && (isQuarter(time.window) || time.unit === 'quarter'))
      ? { ...state.context, hints: [...state.context.hints, statement] }
      : state.context
  const annual = time && isAnnual(state, phrase, time) ? { ...context, annual: true } : context
  const meant = inPoints(state, phrase, clause, mean(state, phrase, time, annual))
  const instant =
    instantOf(clause) ??
    (time && (time.edge || isPoint(windowFor(time, meant.dataset), meant.dataset)) ? time : undefined)
  const lineSpan = phrase.line !== undefined ? spanOf(clause) : undefined
  if (lineSpan && (state.named || state.alone))
    return { measure: meant.measure, meant, span: windowFor(lineSpan, meant.dataset) }
  if (lineSpan) failClause('unsupported', clause)
  if (phrase.line !== undefined || takesTime.includes(phrase.composite ?? '')) {
    const usesSpan = phrase.composite === 'return' && time !== undefined && !isInstant(time.window)
    return {
      measure: usesSpan ? meant.measure : dated(state, meant.measure, meant.dataset, instant),
      meant,
      span: null,
    }
  }
  const run = cumulated(state, meant, time, clause)
  if (run)
    return {
      measure: dated(state, run.measure, meant.dataset, run.when ? { window: run.when } : undefined),
      meant,
      span: null,
    }
  if (meant.summed) return { measure: meant.measure, meant, span: null }
  const said = time && windowFor(time, meant.dataset)
  // What has run up since January is the newest figure of the year.
  const runsUp = said?.kind === 'this' && said.unit === 'year' && /_ytd$/.test(meant.name)
  const window: Window | undefined = runsUp ? { kind: 'latest' } : said
  if (!window || !time || time.edge || isPoint(window, meant.dataset)) {
    if (phrase.fold && phrase.fold !== 'sum') failClause('needs_window', clause)
    return { measure: dated(state, meant.measure, meant.dataset, instant), meant, span: null }
  }
  if (annual !== context && (window.kind === 'previous' || window.kind === 'calendar'))
    return { measure: datedPeriod(state, meant.measure, window), meant, span: null }
  // Year to date is one figure of what is published by the month or the quarter.
  const isTotal = time.total === true && meant.flow && meant.frequency !== 'day' && !state.gathered.has('daily')
  const fold = phrase.fold ?? (isTotal && (state.named || state.alone) ? 'sum' : undefined)
  if (fold && !(fold === 'sum' && !meant.flow)) {
    const folded: Measure = { kind: 'over', fn: fold, of: meant.measure, window }
    return { measure: folded, meant: { ...meant, name: `${meant.name}_${fold}`, flow: false }, span: null }
  }
  return { measure: meant.measure, meant, span: window }
}

export const foldOver = (of: Measure, window: Window): Measure => ({ kind: 'over', fn: 'sum', of, window })
