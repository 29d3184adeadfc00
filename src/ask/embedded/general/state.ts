import { find } from '../../../catalogue/index.ts'
import { frequencyOf } from '../../calendar.ts'
import type { Condition, Measure, Output, QuantityUnit, Scale, Window } from '../../representation.ts'
import { dimension } from '../../typing.ts'
import type { Clause, Constraint } from '../clause.ts'
import type { Gathered } from '../gather.ts'
import { type Context, type Meant, meaningOf, type Phrase, windowFor } from '../measures.ts'
import { type Reason, Refusal } from '../refusal.ts'
import type { Kind } from '../senses.ts'
import type { About } from '../subject.ts'
import type { Time } from '../time.ts'

/** What a question has come to mean so far, clause by clause. */
export type State = {
  readonly gathered: Gathered
  readonly about: About
  readonly context: Context
  readonly clauses: readonly Clause[]
  /** Entities are named; else the question is of all that there are. */
  readonly named: boolean
  /** One series without entities: the market, gold, an indicator. */
  readonly alone: boolean
  /** Rows are put in order: a rank or a superlative is said. */
  readonly ranked: boolean
  readonly outputs: Output[]
  readonly conditions: Condition[]
  order: { measure: Measure; descending: boolean } | null
  /** The dates of the answer where each is a row, and the dataset that has them. */
  series: { window: Window; dataset: string } | null
  when: Window
  /** The row's date is said and cannot move. */
  fixed: boolean
  /** A superlative has been made use of without an order. */
  usedMost: boolean
  /** The way the last measure went, for those that went the same. */
  direction: 'up' | 'down' | undefined
  /** The time of the clause before, for clauses that say none. */
  inherited: Time | undefined
}

export const fail = (reason: Reason, words: readonly string[]): never => {
  throw new Refusal(
    reason === 'which_measure' || reason === 'which_entity' ? 'ambiguous' : 'not_understood',
    reason,
    words,
  )
}

const textsOf = (clause: Clause): string[] => clause.items.map(({ token }) => token.text)
export const failClause = (reason: Reason, clause: Clause): never => fail(reason, textsOf(clause))

/** Every word of a clause must be among those its reading makes use of. */
export function spends(clause: Clause, ...kinds: readonly Kind[]): void {
  const left = clause.items.filter(({ sense }) => !kinds.includes(sense.t) && !free.includes(sense.t))
  if (left.length > 0)
    fail(
      'unused_words',
      left.map(({ token }) => token.text),
    )
}
/** Told apart elsewhere: the unit of the answer, ranks and orders. */
const free: readonly Kind[] = ['join', 'stated', 'in', 'rank', 'most', 'sorted', 'running', 'than', 'money']

export const isInstant = (window: Window): boolean => ['latest', 'back', 'on'].includes(window.kind)

/** One row of the dataset: an instant, or a month of a monthly dataset. */
export function isPoint(window: Window, dataset: string): boolean {
  if (isInstant(window)) return true
  const frequency = frequencyOf(find(dataset)!)
  if (window.kind === 'calendar' || window.kind === 'newest')
    return (
      (frequency === 'quarter' && window.quarter !== undefined) || (frequency === 'month' && window.month !== undefined)
    )
  return false
}

export const number = (value: number, unit: QuantityUnit | null = null): Measure => ({
  kind: 'number',
  value,
  ...(unit ? { unit } : {}),
})

export type Op = '>' | '>=' | '<' | '<=' | '=' | '!='
export const compare = (left: Measure, op: Op, right: Measure): Condition => ({ kind: 'compare', left, op, right })

const flipped = { '>': '<', '>=': '<=', '<': '>', '<=': '>=', '=': '=', '!=': '!=' } as const

/** "fell more than 5%" is below -5: what goes down is measured downwards. */
export function constrained(measure: Measure, constraint: Constraint, down: boolean): Condition {
  const { unit } = constraint
  if ('low' in constraint) {
    const [low, high] = down ? [-constraint.high, -constraint.low] : [constraint.low, constraint.high]
    return { kind: 'between', of: measure, low: number(low, unit), high: number(high, unit) }
  }
  return down
    ? compare(measure, flipped[constraint.op], number(-constraint.value, unit))
    : compare(measure, constraint.op, number(constraint.value, unit))
}

/** Ratios that say nothing below zero are tested above it. */
export const isPositive = (measure: Measure): boolean =>
  measure.kind === 'column' && (measure.column === 'pe_ratio' || measure.column === 'pb_ratio')

/** The meaning of a phrase, or a refusal that names it. */
export function mean(state: State, phrase: Phrase, time: Time | undefined, context: Context = state.context): Meant {
  const found = meaningOf(phrase, context, time)
  // What happens now and then is not a number that every stock has on every day.
  if (found && context.subject === 'stock' && found.frequency === 'event') fail('unsupported', [phrase.text])
  if (found) return found
  const needsTime = ['volatility', 'drawdown'].includes(phrase.composite ?? '') && (!time || isInstant(time.window))
  return fail(needsTime ? 'needs_window' : 'does_not_fit', [phrase.text])
}

export function output(state: State, as: string, of: Measure, scale?: Scale): void {
  const key = JSON.stringify(of)
  if (state.outputs.some((other) => JSON.stringify(other.of) === key)) return
  const taken = state.outputs.filter((other) => other.as === as || new RegExp(`^${as}_\\d+$`).test(other.as)).length
  state.outputs.push({ as: taken === 0 ? as : `${as}_${taken + 1}`, of, ...(scale ? { in: scale } : {}) })
}

/** The unit the question asks for, where the measure can be told in it. */
export function scaleOf(state: State, measure: Measure): Scale | undefined {
  const said = state.gathered.all('in').find(({ scale }) => scale !== 'percent' && scale !== 'points')?.scale
  // 買超張數 names the unit with the measure.
  const inLots = state.gathered.items.some(
    ({ sense, token }) => (sense.t === 'flow' || sense.t === 'columns') && token.text.includes('張'),
  )
  const asked = said ?? (inLots ? 'lots' : undefined)
  if (!asked || asked === 'percent' || asked === 'points') return undefined
  const of = dimension(measure)
  if (asked === 'lots') return of === 'shares' ? asked : undefined
  return ['TWD', 'shares', 'USD', 'other', 'contracts', 'people'].includes(of) ? asked : undefined
}

export const spanOf = (clause: Clause): Time | undefined =>
  clause.times.find(({ window, edge }) => !isInstant(window) && !edge)
export const instantOf = (clause: Clause): Time | undefined =>
  clause.times.find(({ window, edge }) => isInstant(window) || edge !== undefined)

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

/** The days themselves are asked for: "days when it fell", 哪幾天. */
export const asksDays = ({ gathered: { all, has } }: State): boolean =>
  all('noun').some(({ of }) => of === 'day') && !has('how_many') && !has('most') && !has('rank')

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
function inPoints(state: State, phrase: Phrase, meant: Meant): Meant {
  const { measure, dataset } = meant
  if (phrase.composite !== 'return' || !state.gathered.all('in').some(({ scale }) => scale === 'points')) return meant
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
  if (phrase.composite === 'return' && state.gathered.has('daily') && spanOf(clause))
    return steepest(state, phrase, clause)
  const context =
    phrase.growth === 'quarter' || (time && (isQuarter(time.window) || time.unit === 'quarter'))
      ? { ...state.context, hints: [...state.context.hints, statement] }
      : state.context
  const annual = time && isAnnual(state, phrase, time) ? { ...context, annual: true } : context
  const meant = inPoints(state, phrase, mean(state, phrase, time, annual))
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
  const fold = phrase.fold
  if (fold && !(fold === 'sum' && !meant.flow)) {
    const folded: Measure = { kind: 'over', fn: fold, of: meant.measure, window }
    return { measure: folded, meant: { ...meant, name: `${meant.name}_${fold}`, flow: false }, span: null }
  }
  return { measure: meant.measure, meant, span: window }
}

/** Statements of a whole year stand in rows of their own. */
function isAnnual(state: State, phrase: Phrase, { window }: Time): boolean {
  const quarterly =
    phrase.readings?.some(({ subject, dataset }) => subject === state.about.subject && dataset.endsWith('Statement')) ??
    phrase.composite !== undefined
  const byQuarter = state.gathered.all('daily').some(({ unit }) => unit === 'quarter')
  if (!quarterly || byQuarter || !ofStatements(phrase, state)) return false
  if (window.kind === 'previous') return window.unit === 'year'
  if (window.kind === 'calendar') return window.quarter === undefined && window.month === undefined
  return window.kind === 'last' && window.unit === 'year' && window.n > 1
}

const ofStatements = (phrase: Phrase, state: State): boolean => {
  const found = meaningOf(phrase, state.context)
  return found !== null && frequencyOf(find(found.dataset)!) === 'quarter'
}

function datedPeriod(state: State, measure: Measure, window: Window): Measure {
  if (state.when.kind === 'latest' && !state.fixed) {
    state.when = window
    state.fixed = true
  } else if (JSON.stringify(state.when) !== JSON.stringify(window)) return { kind: 'at', of: measure, when: window }
  return measure
}

export const foldOver = (of: Measure, window: Window): Measure => ({ kind: 'over', fn: 'sum', of, window })

/** Growth of what is published by month or quarter is growth over the year before. */
export function yearly(state: State, phrase: Phrase): Phrase | null {
  const { frequency, measure } = mean(state, phrase, undefined)
  if (frequency !== 'month' && frequency !== 'quarter') return null
  const isRevenue =
    measure.kind === 'column' && measure.dataset === 'TaiwanStockMonthRevenue' && measure.column === 'revenue'
  return isRevenue
    ? { text: phrase.text, readings: [{ subject: 'stock', dataset: measure.dataset, column: 'yoy_percent' }] }
    : { ...phrase, growth: 'year' }
}
