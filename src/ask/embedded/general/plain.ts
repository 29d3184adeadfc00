import { find } from '../../../catalogue/index.ts'
import type { Frequency } from '../../calendar.ts'
import type { Column, Measure, Window } from '../../representation.ts'
import { dimension } from '../../typing.ts'
import type { Clause, Constraint } from '../clause.ts'
import { balancesOf, changeOf, type Meant, type Phrase, price, windowFor } from '../measures.ts'
import { Refusal } from '../refusal.ts'
import type { Of } from '../senses.ts'
import type { Time } from '../time.ts'
import { freshExtreme } from './shapes.ts'
import {
  asksDays,
  compare,
  constrained,
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
  yearly,
} from './state.ts'

/** Clauses that name measures: to be shown, to be held to an amount, to put the rows in order. */

const columnOf = ({ readings }: Phrase): string => readings?.[0]?.column ?? ''

/** Columns that are the price itself, so that a rise beside them is a return. */
const isPrice = (phrase: Phrase): boolean =>
  phrase.readings?.some(({ column }) => ['close', 'price', 'spread', 'spot_sell'].includes(column)) ?? false

/** Columns that already are a change, and growth: a word for up or down beside them only says which way. */
const isChange = (phrase: Phrase): boolean =>
  phrase.growth !== undefined || /(yoy|mom|gap|change|intraday)_percent$|_change$/.test(columnOf(phrase))

const namesPrice = (phrase: Phrase): boolean =>
  isPrice(phrase) || (phrase.composite === 'return' && phrase.direction === undefined)

const isOfPrice = ({ composite }: Phrase): boolean => composite === 'volatility' || composite === 'drawdown'

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
    'traded',
    'doubled',
  )
  const { said, moves } = clause
  if (clause.phrases.some(isOfPrice) && clause.phrases.some(namesPrice)) {
    // 股價波動率 names the price only to say what of.
    plain(state, { ...clause, phrases: clause.phrases.filter((phrase) => !namesPrice(phrase)) })
    return
  }
  if (bothEnds(state, clause)) return
  const held = clause.phrases.some(({ composite }) => composite === 'large_holders')
  const [only, ...rest] = clause.phrases
  const isShare = (): boolean =>
    only !== undefined && rest.length === 0 && dimension(mean(state, only, undefined).measure) === 'percent'
  if (said.share && clause.phrases.length !== 2 && !held && !isShare()) failClause('unsupported', clause)
  if (said.share && clause.phrases.length === 2) {
    // "What share of its volume was …" names the whole first.
    const [part, whole] = clause.shareAt === 0 && rest.length === 1 ? [rest[0]!, only!] : [only!, rest[0]!]
    one(state, { ...part, of: whole }, clause)
    return
  }
  if (isPartOf(state, clause)) {
    one(state, { ...only!, of: rest[0]! }, clause)
    return
  }
  const returns = clause.phrases.filter(({ composite }) => composite === 'return')
  const others = clause.phrases.filter(({ composite }) => composite !== 'return')
  if (returns.length > 0 && others.length > 0 && moves.length === 0) withReturns(state, clause, returns, others)
  else if (clause.phrases.length > 1 && clause.phrases.every(({ who }) => who !== undefined)) investors(state, clause)
  else if (state.gathered.has('both') && clause.phrases.length === 1 && isAll(clause.phrases[0]!, state))
    eachOfThem(state, clause)
  else
    for (const [i, phrase] of clause.phrases.entries()) {
      const last = clause.phrases.length - 1
      const order = Math.min(clause.orderAt ?? last, last)
      // What is said about an amount belongs to the measure it stands beside.
      const constraints = clause.constraints.filter(({ at = last }) => Math.min(at, last) === i)
      const { most, rank, sorted, ...said } = clause.said
      const own = i === order ? clause.said : said
      one(state, phrase, {
        ...clause,
        constraints,
        said: i === last ? own : { ...(i === order ? { most, rank, sorted } : {}) },
        unordered: last > 0 && i !== order,
      })
    }
}

/** "exceeded 20% of volume": a percentage of the measure that follows it. */
function isPartOf(state: State, { phrases, constraints, items }: Clause): boolean {
  const [first, second, ...more] = phrases
  const [limit] = constraints
  if (!first || !second || more.length > 0 || constraints.length !== 1 || limit!.unit !== 'percent') return false
  const at = items.findIndex(({ sense }) => sense.t === 'quantity')
  if (at < 0 || items[at + 1]?.sense.t !== 'columns') return false
  const [one, other] = [first, second].map((phrase) => dimension(mean(state, phrase, undefined).measure))
  return one === other && one !== 'percent'
}

/** The highest and the lowest of one measure over a time, with their dates. */
function bothEnds(state: State, clause: Clause): boolean {
  const ends = clause.items.flatMap(({ sense }) => (sense.t === 'most' ? [sense.descending] : []))
  const span = spanOf(clause) ?? state.inherited
  const [phrase] = clause.phrases
  if (new Set(ends).size < 2) return false
  if (!phrase || clause.phrases.length > 1 || !span || !(state.named || state.alone))
    return failClause('two_readings', clause)
  const { measure, name, dataset } = mean(state, phrase, undefined)
  const window = windowFor(span, dataset)
  for (const fn of ['max', 'min'] as const) {
    output(state, `${fn}_${name}`, { kind: 'over', fn, of: measure, window })
    output(state, `${fn}_${name}_date`, { kind: 'date', fn, of: measure, window })
  }
  state.usedMost = true
  return true
}

/** A rise or fall beside another measure: a return of its own, or the way that measure went. */
function withReturns(state: State, clause: Clause, returns: readonly Phrase[], others: readonly Phrase[]): void {
  const [first] = others
  const direction = returns[0]!.direction
  if (others.every(isPrice)) {
    for (const phrase of returns) one(state, phrase, clause)
    const single = state.named || state.alone
    if (clause.constraints.length === 0 && single)
      for (const phrase of others) one(state, phrase, { ...clause, said: {} })
    return
  }
  if (others.length > 1 || returns.length > 1) failClause('unsupported', clause)
  if (clause.said.rank && !direction && clause.constraints.length === 0) {
    // The largest of one measure, with their returns beside it.
    one(state, first!, clause)
    one(state, returns[0]!, { ...clause, said: {} })
    return
  }
  if (isChange(first!)) one(state, { ...first!, ...(direction ? { direction } : {}) }, clause)
  else {
    const percent = columnOf(first!) === 'return_index'
    one(state, first!, {
      ...clause,
      moves: [{ t: 'move', direction: direction ?? 'any', ...(percent ? { percent } : {}) }],
    })
  }
}

const isAll = ({ who, direction }: Phrase, { ranked }: State): boolean =>
  who?.length === 1 && who[0] === 'all' && (direction !== undefined || !ranked)

/** All three kinds of investors did the same. */
function eachOfThem(state: State, clause: Clause): void {
  const [phrase] = clause.phrases
  const kinds = ['foreign', 'trust', 'dealer'] as const
  investors(state, { ...clause, phrases: kinds.map((who) => ({ ...phrase!, who: [who] })) })
}

/** Several investors: each for itself, or together where rows are put in order. */
function investors(state: State, clause: Clause): void {
  if (!state.ranked || state.named || state.alone) {
    for (const phrase of clause.phrases) one(state, phrase, clause)
    return
  }
  if (!state.gathered.has('both')) failClause('two_readings', clause)
  const { direction } = clause.phrases[0]!
  if (!direction) failClause('unsupported', clause)
  for (const phrase of clause.phrases)
    one(state, phrase, { ...clause, said: { sign: { t: 'sign', positive: direction === 'up' } } })
  const sum = { ...clause.phrases[0]!, who: clause.phrases.flatMap(({ who }) => who ?? []) }
  one(state, sum, clause)
}

/** A clause without a measure: an amount of money alone is a price. */
export function bare(state: State, clause: Clause): void {
  const [constraint] = clause.constraints
  const { subject } = state.about
  if (
    constraint &&
    (constraint.unit === 'TWD' || constraint.unit === 'USD') &&
    (subject === 'stock' || subject === 'us')
  ) {
    spends(clause, 'compare', 'number', 'quantity', 'range', 'time', 'above')
    const close = price(state.context)!
    output(state, 'close', close)
    state.conditions.push(constrained(close, constraint, false))
    return
  }
  spends(clause, 'time')
}

function one(state: State, given: Phrase, clause: Clause): void {
  const move = clause.moves[0]
  if (move?.direction === 'any' && given.composite === 'return') {
    one(state, given, { ...clause, moves: clause.moves.slice(1) })
    return
  }
  if (move && !given.who && !isChange(given)) {
    // Growth of what is published by month or quarter, over a time: nobody said since when.
    if (move.growth && spanOf(clause) && yearly(state, given)) failClause('two_readings', clause)
    const grown = move.growth ? yearly(state, given) : null
    if (grown)
      one(
        state,
        { ...grown, ...(move.direction === 'any' ? {} : { direction: move.direction }) },
        { ...clause, moves: [] },
      )
    else moved(state, given, clause, move)
    return
  }
  if ((given.composite === 'return' || isChange(given)) && clause.constraints.some(({ unit }) => unit === 'times')) {
    one(state, given, { ...clause, constraints: clause.constraints.map(inPercent) })
    return
  }
  const then = clause.times.find(({ edge }) => edge !== undefined)
  if (
    then &&
    !given.who &&
    given.composite !== 'return' &&
    (state.gathered.has('versus') || clause.said.than) &&
    state.about.ids.length === 1
  ) {
    moved(state, given, clause, { t: 'move', direction: 'any' })
    return
  }
  if (columnOf(given) === 'spread' && spanOf(clause) && !state.gathered.has('daily') && !clause.said.most) {
    // 今年以來漲跌多少: the way since the time began, in percent and in points.
    overall(state, given, clause)
    return
  }
  if (severalSpans(state, given, clause)) return
  const balances = given.direction ? balancesOf(given.readings ?? []) : []
  const longer = spanOf(clause) !== undefined || clause.constraints.some(({ unit }) => unit === 'percent')
  if (given.direction && balances.length > 0 && longer) {
    // 融資減少 over a week, or by a tenth, is of the balance rather than of the day.
    moved(state, { text: given.text, readings: balances }, clause, { t: 'move', direction: given.direction })
    return
  }
  const phrase: Phrase =
    move && move.direction !== 'any' && isChange(given) ? { ...given, direction: move.direction } : given
  if (phrase.composite === 'ohlc') {
    ohlc(state, phrase, clause)
    return
  }
  const inherits = phrase.who !== undefined || state.named || state.alone
  const { measure, meant, span } = settle(state, phrase, clause, inherits)
  if (span) overSpan(state, phrase, clause, measure, meant, span)
  else concluded(state, phrase, clause, measure, meant)
}

/** How far a price went over a time. */
function overall(state: State, given: Phrase, clause: Clause): void {
  one(
    state,
    { composite: 'return', text: given.text, ...(given.direction ? { direction: given.direction } : {}) },
    clause,
  )
  const last = state.outputs.at(-1)?.of
  if (state.named && last?.kind === 'change' && last.as === 'percent')
    output(state, 'change', { ...last, as: 'difference' })
}

/** A rise of one time is one of a hundred percent. */
const inPercent = (limit: Constraint): Constraint => {
  if (limit.unit !== 'times') return limit
  return 'op' in limit
    ? { ...limit, value: limit.value * 100, unit: 'percent' }
    : { ...limit, low: limit.low * 100, high: limit.high * 100, unit: 'percent' }
}

/** One return for each of several spans; of anything else two spans say too much. */
function severalSpans(state: State, phrase: Phrase, clause: Clause): boolean {
  const spans = clause.times.filter(({ window }) => !isInstant(window))
  if (spans.length < 2) return false
  if (phrase.composite !== 'return' || clause.constraints.length > 0 || state.ranked) failClause('two_readings', clause)
  for (const time of spans) {
    const { measure } = mean(state, phrase, time)
    const { window } = time
    output(state, window.kind === 'last' ? `return_${window.n}_${window.unit}` : `return_${window.kind}`, measure)
  }
  return true
}

/** A measure over a span that nothing has folded yet: a row for each date, or a sum where it adds up. */
function overSpan(state: State, phrase: Phrase, clause: Clause, measure: Measure, meant: Meant, span: Window): void {
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
  if (meant.frequency === 'month' && isYear && !state.ranked) return true
  if (phrase.who !== undefined && phrase.direction) return true
  // What they did in a month or a year is one figure.
  const isLong = 'unit' in span && ['month', 'quarter', 'year'].includes(span.unit)
  if (phrase.who !== undefined && isLong && (span.kind === 'this' || span.kind === 'previous') && !state.ranked)
    return true
  const asked = state.gathered.asksHowMuch
  return (
    asked &&
    (phrase.who !== undefined || ['this', 'previous', 'calendar'].includes(span.kind)) &&
    state.outputs.length === 0
  )
}

function ohlc(state: State, phrase: Phrase, clause: Clause): void {
  for (const column of ['open', 'high', 'low', 'close']) {
    const found = price(state.context, column)
    if (!found || !(column in find(found.dataset)!.columns))
      throw new Refusal('not_understood', 'does_not_fit', [phrase.text])
    const readings = [{ subject: state.about.subject, dataset: found.dataset, column }]
    const settled = settle(state, { readings, text: phrase.text }, clause, true)
    if (settled.span) state.series ??= { window: settled.span, dataset: found.dataset }
    output(state, column, settled.measure)
  }
}

/** How many rows of a dataset lie between a period and the one it is held against. */
const stepsOf = (frequency: Frequency, unit: 'year' | 'quarter' | 'month'): number | null => {
  if (frequency === 'quarter') return { year: 4, quarter: 1, month: null }[unit]
  return frequency === 'month' ? { year: 12, quarter: 3, month: 1 }[unit] : null
}

/** A number that is ready: shown, and compared or ranked as the clause says. */
function concluded(state: State, phrase: Phrase, clause: Clause, measure: Measure, meant: Meant): void {
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
function ordered(state: State, measure: Measure, clause: Clause, phrase: Phrase): void {
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

function moved(state: State, phrase: Phrase, given: Clause, move: Of<'move'>): void {
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
