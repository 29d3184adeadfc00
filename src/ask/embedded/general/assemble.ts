import type { Condition, Representation, Window } from '../../representation.ts'
import { type Clause, readClause } from '../clause.ts'
import { events } from '../events.ts'
import type { Gathered } from '../gather.ts'
import { type Item, isKind } from '../items.ts'
import type { Context, Phrase } from '../measures.ts'
import { Refusal } from '../refusal.ts'
import { segmentsOf } from '../segments.ts'
import type { Kind, Subject } from '../senses.ts'
import { type About, subjectFor } from '../subject.ts'
import { finish } from './finish.ts'
import { bare, plain } from './plain.ts'
import { above, against, multiple } from './relations.ts'
import { happened, runs } from './runs.ts'
import { aligned, beaten, freshExtreme, gap, golden, percentile, periodExtremes } from './shapes.ts'
import { fail, failClause, instantOf, type Op, type State, spanOf, spends } from './state.ts'

/** Words about the question as a whole; what is left is cut into clauses. */
const whole: readonly Kind[] = [
  'entity',
  'part',
  'ask',
  'noun',
  'versus',
  'how_many',
  'how_many_days',
  'inside',
  'each',
  'daily',
  'both',
  'adjusted',
  'annual',
  'night',
  'contract',
  'right',
  'dataset',
  'abroad',
]

const policyRate = [{ subject: 'bank' as Subject, dataset: 'CentralBankRate', column: 'interest_rate' }]
const volume = [{ subject: 'stock' as Subject, dataset: 'TaiwanStockPrice', column: 'volume' }]

/** The general way: measures of entities, with conditions, in some order. */
export function assemble(given: Gathered): Representation {
  const { gathered, under } = withoutEvent(given)
  const { items, all } = gathered
  const refuse = (...kinds: Kind[]): void => {
    const left = items.filter(({ sense }) => kinds.includes(sense.t))
    if (left.length > 0)
      fail(
        'unsupported',
        left.map(({ token }) => token.text),
      )
  }
  if (!all('noun').some(({ of }) => of === 'sector' || of === 'index')) refuse('each')
  refuse('not', 'or', 'event', 'whole_market', 'inverted', 'traders', 'minus', 'announced')
  refuseInside(gathered)
  refuseLargest(gathered)
  if (all('time').some(({ time }) => time.vague)) fail('needs_window', textsOf(gathered, 'time'))
  if (all('time').some(({ time }) => time.future || isAhead(time.window, gathered)))
    throw new Refusal('out_of_scope', 'future', textsOf(gathered, 'time'))
  const segments = segmentsOf(items.filter(({ sense }) => !whole.includes(sense.t)))
  const read = segments.map((segment, i) => readClause(withActor(segment, segments.slice(0, i))))
  const spoken = alike(read.some(says) ? read : withDefault(gathered, read), gathered)
  if (spoken.some(({ fold }) => fold !== undefined)) fail('unused_words', textsOf(gathered, 'fold'))
  const about = subjectFor(gathered, spoken)
  const clauses = timedAlike(spoken, gathered).map((clause) => ({
    ...clause,
    phrases: clause.phrases.flatMap((phrase) => settledFlow(gathered, about, phrase)),
  }))
  if (about.subject !== 'futures' && about.subject !== 'option') refuse('night', 'contract', 'right')
  refuseNouns(gathered, about)
  const state = begin(gathered, about, clauses)
  state.conditions.push(...under)
  for (const [index, clause] of clauses.entries()) {
    const before = state.conditions.length
    readOne(state, clause, clauses[index - 1])
    if (!screensAll(state, clause, before)) failClause('needs_number', clause)
    // The year of a yearly high is of the high alone.
    const span = clause.extremes.length > 0 ? undefined : spanOf(clause)
    state.inherited = (span?.adjective ? undefined : span) ?? instantOf(clause) ?? state.inherited
  }
  return finish(state)
}

/** What lasts for a time, such as a disposition, says which stocks are meant: those it holds for today. */
function withoutEvent(given: Gathered): { gathered: Gathered; under: Condition[] } {
  const said = given.items.flatMap((item) => (isKind(item, 'event') ? [lasting.get(item.sense.event)] : []))
  const [event] = said
  if (!event?.period || said.length > 1 || given.entities.length > 0) return { gathered: given, under: [] }
  const column = (name: string) => ({ kind: 'column' as const, dataset: event.dataset, column: name })
  const [from, to] = event.period
  const during: Condition = { kind: 'during', from: column(from), to: column(to), when: { kind: 'latest' } }
  const items = given.items.filter((item) => !isKind(item, 'event'))
  const has = (kind: Kind): boolean => items.some((item) => isKind(item, kind))
  return {
    gathered: { ...given, items, has },
    under: [{ kind: 'exists', dataset: event.dataset, where: [...(event.where ?? []), during] }],
  }
}
const lasting = new Map(events.filter(({ period }) => period).map((event) => [event.key, event]))

/** 投信昨天買超但今天賣超: who sold is who bought. */
function withActor(segment: readonly Item[], before: readonly (readonly Item[])[]): readonly Item[] {
  const lacks = segment.some((item) => isKind(item, 'flow')) && !segment.some((item) => isKind(item, 'actor'))
  const actors = lacks ? (before.at(-1) ?? []).filter((item) => isKind(item, 'actor')) : []
  return [...actors, ...segment]
}

/** Among several statements about all stocks, each has to say something of them. */
const screensAll = (state: State, { phrases }: Clause, before: number): boolean =>
  state.named ||
  state.alone ||
  state.ranked ||
  state.about.subject !== 'stock' ||
  state.gathered.asksHowMuch ||
  state.clauses.filter((clause) => clause.phrases.length > 0).length < 2 ||
  phrases.length === 0 ||
  state.conditions.length > before

/** A year that has not begun. */
const isAhead = (window: Window, { facts }: Gathered): boolean =>
  window.kind === 'calendar' && window.year > Number(facts.calendar.newest('TaiwanStockPrice').slice(0, 4))

const textsOf = ({ items }: Gathered, kind: Kind): string[] =>
  items.filter(({ sense }) => sense.t === kind).map(({ token }) => token.text)

function begin(gathered: Gathered, about: About, clauses: readonly Clause[]): State {
  const { all, has } = gathered
  const context: Context = {
    subject: about.subject,
    market: about.market,
    hints: [
      ...all('dataset').map(({ dataset }) => dataset),
      ...(has('adjusted') ? ['TaiwanStockPriceAdj'] : []),
      ...barsOf(gathered),
    ],
    annual: has('annual'),
    night: has('night'),
    pick: all('contract')[0]?.pick ?? null,
    right: all('right').length === 1 ? all('right')[0]!.side : null,
    who: clauses.find((clause) => clause.said.actor)?.said.actor?.who ?? null,
  }
  const named = about.ids.length > 0
  return {
    gathered,
    about,
    context,
    clauses,
    named,
    alone: !named && !['stock', 'sector', 'us', 'currency', 'bank'].includes(about.subject),
    ranked: has('rank') || has('most') || has('sorted'),
    outputs: [],
    conditions: [],
    order: null,
    series: null,
    when: { kind: 'latest' },
    fixed: saysToday(clauses),
    usedMost: false,
    direction: undefined,
    inherited: clauses.length > 1 && named ? firstTime(clauses) : undefined,
  }
}

/** Today beside another day: the answer is of today, and the other day is looked at from there. */
const saysToday = (clauses: readonly Clause[]): boolean => {
  const days = clauses
    .flatMap(({ times }) => times)
    .filter(({ window }) => ['latest', 'back', 'on'].includes(window.kind))
  return days.length > 1 && days.some(({ window }) => window.kind === 'latest')
}

/** A clause that names a measure or something that has one. */
const says = ({ phrases, extremes, said, constraints }: Clause): boolean =>
  phrases.length > 0 ||
  extremes.length > 0 ||
  constraints.length > 0 ||
  ['limit', 'aligned', 'golden', 'gap', 'beat', 'above', 'traded', 'percentile'].some((kind) => kind in said)

/** 月增率和年增率都大於20%: what is said of both holds for the one before as well. */
function alike(clauses: readonly Clause[], { has }: Gathered): readonly Clause[] {
  return clauses.map((clause, i) => {
    const next = clauses[i + 1]
    const shares =
      next &&
      (next.said.every || has('both')) &&
      next.constraints.length === 1 &&
      clause.constraints.length === 0 &&
      clause.phrases.length === 1 &&
      clause.items.every((item) => ['columns', 'composite', 'growth', 'actor'].includes(item.sense.t))
    return shares ? { ...clause, constraints: next.constraints.map(({ at: _, ...limit }) => limit) } : clause
  })
}

/** A time at the head of a Chinese question, or at the end of an English one, is of every change in it. */
function timedAlike(clauses: readonly Clause[], { items }: Gathered): readonly Clause[] {
  const times = clauses.flatMap((clause) => clause.times)
  const [first, last] = [items[0], items.at(-1)]
  const isEnglish = (item: Item): boolean => /^[a-z\d]/i.test(item.token.text)
  const scopes =
    (first !== undefined && isKind(first, 'time') && !isEnglish(first)) ||
    (last !== undefined && isKind(last, 'time') && isEnglish(last))
  if (times.length !== 1 || times[0]!.adjective || !scopes) return clauses
  const changes = ({ moves, phrases, said }: Clause): boolean =>
    !said.streak && (moves.length > 0 || phrases.some(({ composite, who }) => composite === 'return' || who))
  return clauses.map((clause) => (clause.times.length === 0 && changes(clause) ? { ...clause, times } : clause))
}

/** Subjects whose name alone asks for their price. */
const priced: readonly Subject[] = ['index', 'sector', 'us', 'gold', 'oil', 'currency', 'bond', 'mood', 'money']

/** The most expensive stock is the one with the highest price. */
const byPrice = (clause: Clause): Clause =>
  clause.items.some(
    (item) => isKind(item, 'most') && /^(the )?most expensive|priciest|cheapest|最貴|最便宜/i.test(item.token.text),
  )
    ? { ...clause, phrases: [{ composite: 'price', text: '' }], orderAt: 0 }
    : clause

/** Without a measure: how several did, where that is asked; else the price of what has one only. */
function withDefault({ entities, has, all }: Gathered, clauses: readonly Clause[]): readonly Clause[] {
  if (entities.length === 0)
    return all('noun').some(({ of }) => of === 'stock') || has('part') ? clauses.map(byPrice) : clauses
  const spans = clauses
    .flatMap(({ times }) => times)
    .some(({ window }) => !['latest', 'back', 'on'].includes(window.kind))
  const compares =
    has('versus') ||
    has('than') ||
    all('ask').some(({ what }) => what === 'how') ||
    (has('most') && entities.length > 1)
  const base = clauses[0] ?? readClause([])
  const rest = clauses.slice(1)
  if (entities.every(({ subject }) => subject === 'bank'))
    return [{ ...base, phrases: [{ readings: policyRate, text: '' }] }, ...rest]
  if (spans && compares) return [{ ...base, phrases: [{ composite: 'return', text: '' }] }, ...rest]
  const isSeries = spans && has('daily')
  if (!has('adjusted') && !isSeries && !entities.every(({ subject }) => priced.includes(subject))) return clauses
  const { fold } = base
  return [{ ...base, phrases: [{ composite: 'price', text: '', ...(fold ? { fold } : {}) }], fold: undefined }, ...rest]
}

/** Bought or sold, without net or gross: net, and of one company what was bought as well. */
function settledFlow({ asksHowMuch }: Gathered, { ids }: About, phrase: Phrase): Phrase[] {
  if (phrase.net !== null) return [phrase]
  const net: Phrase = { ...phrase, net: true }
  const gross = ids.length > 0 && asksHowMuch && !phrase.who?.includes('all')
  return gross ? [{ ...phrase, net: false }, net] : [net]
}

/** Days, months and contracts that nothing makes use of would change the meaning. */
function refuseNouns(gathered: Gathered, { subject }: About): void {
  const { all, has, items } = gathered
  const counts =
    has('how_many') ||
    has('streak') ||
    has('how_many_days') ||
    (has('compare') && has('entity')) ||
    all('ask').some(({ what }) => what === 'when')
  const asked = new Set(items.filter((item, at) => isKind(item, 'noun') && isKind(items[at - 1], 'ask')))
  const used = (of: string): boolean => {
    if (of === 'stock') return true
    if (of === 'sector' || of === 'index') return subject === 'sector' || subject === 'index'
    if (of === 'currency') return subject === 'currency'
    if (of === 'contract') return subject === 'futures' || subject === 'option'
    if (of === 'market') return subject === 'market' || subject === 'index' || has('beat')
    return ['day', 'week', 'month', 'quarter', 'year'].includes(of) && counts
  }
  const left = items.filter((item) => isKind(item, 'noun') && !used(item.sense.of) && !asked.has(item))
  if (left.length > 0)
    fail(
      'unused_words',
      left.map(({ token }) => token.text),
    )
}

/** "The semiconductor stocks among the top ten" picks out of an order; only the other way round is understood. */
function refuseInside({ items }: Gathered): void {
  const at = items.findIndex((item) => isKind(item, 'inside'))
  const orders = (item: Item | undefined): boolean => isKind(item, 'rank') || isKind(item, 'most')
  // Chinese names the order before the word and English after it.
  const before = /^[a-z]/i.test(items[at]?.token.text ?? '') ? orders(items[at + 1]) : items.slice(0, at).some(orders)
  if (at >= 0 && before)
    fail(
      'unsupported',
      items.slice(at).map(({ token }) => token.text),
    )
}

/** "The margin of the ten largest companies": the largest by what is not said. */
function refuseLargest({ items }: Gathered): void {
  const at = items.findIndex(
    (item, i) =>
      isKind(item, 'rank') &&
      /largest|biggest|大/i.test(item.token.text) &&
      (isStock(items[i + 1]) || /compan|stock/i.test(item.token.text)),
  )
  const measured = items.findIndex(({ sense }) => ['columns', 'composite', 'flow'].includes(sense.t))
  if (at < 0 || measured < 0) return
  const isEnglish = /[a-z]/i.test(items[at]!.token.text)
  if (isEnglish ? measured < at : measured > at)
    fail(
      'two_readings',
      items.slice(at, at + 2).map(({ token }) => token.text),
    )
}
const isStock = (item: Item | undefined): boolean => isKind(item, 'noun') && item.sense.of === 'stock'

/** The one time of a question with several clauses is of all of them. */
const firstTime = (clauses: readonly Clause[]) => {
  const times = clauses.flatMap((clause) => clause.times)
  return times.length === 1 ? times[0] : undefined
}

/** Weekly and monthly bars of a price have datasets of their own. */
function barsOf({ all, has, items }: Gathered): string[] {
  const nouns = all('noun').map(({ of }) => of)
  const units = all('daily').map(({ unit }) => unit)
  const runs = all('streak').map(({ unit }) => unit)
  if (units.includes('week') || runs.includes('week') || (nouns.includes('week') && has('most')))
    return ['TaiwanStockWeekPrice']
  // "In which of the last 12 months": the months are what is asked for.
  const amongMonths = items.some((item, i) => {
    const next = items[i + 1]
    return (
      isKind(item, 'ask') &&
      item.sense.what === 'which' &&
      isKind(next, 'time') &&
      next.sense.time.window.kind === 'last' &&
      next.sense.time.window.unit === 'month'
    )
  })
  if (units.includes('quarter')) return ['TaiwanStockFinancialStatement']
  return units.includes('month') || runs.includes('month') || ((nouns.includes('month') || amongMonths) && has('most'))
    ? ['TaiwanStockMonthPrice']
    : []
}

function readOne(state: State, given: Clause, before: Clause | undefined): void {
  // An ellipsis takes its measures from the clause before: "and was below it yesterday".
  const elliptic = given.phrases.length === 0 && given.said.above && before
  const clause = elliptic ? { ...given, phrases: before.phrases } : given
  wayOf(state, clause)(state, clause)
}

type Way = (state: State, clause: Clause) => void

/** How a clause is read, by the most telling of its words. */
function wayOf(state: State, clause: Clause): Way {
  const { said, phrases } = clause
  if (said.aligned) return aligned
  if (said.golden) return golden
  if (said.beat) return beaten
  if (said.percentile) return percentile
  if (said.streak || said.every) return runs
  if (said.limit) return happened
  const { gap: away } = said
  const { gathered } = state
  const countsDays =
    gathered.has('how_many_days') ||
    (gathered.has('how_many') && gathered.all('noun').some(({ of }) => of === 'day')) ||
    gathered.items.some((item) => isKind(item, 'how_many') && /次|times/i.test(item.token.text))
  if (countsDays && (state.named || state.alone) && spanOf(clause)) return runs
  if (away) return (...given) => gap(...given, away.from)
  const [extreme] = clause.extremes
  if (extreme) {
    const asked = state.gathered.all('ask').some(({ what }) => what === 'much')
    if (said.away || (clause.compare !== null && state.named && asked)) return (...given) => gap(...given, extreme.side)
    const falls = said.most && phrases.some(({ composite }) => composite === 'return')
    if (!extreme.fresh && !said.fresh && (clause.constraints.length > 0 || falls))
      return (...given) => gap(...given, extreme.side)
    return extreme.fresh || said.fresh || (!state.named && !state.alone) ? freshExtreme : periodExtremes
  }
  if (said.above) return above
  if (phrases.length === 0) return bare
  return relationOf(clause) ?? (clause.times_ === null ? plain : (_, own) => spends(own))
}

/** How many times what it was on another day: 成交量是昨天的三倍以上. */
function factorOf({ times, times_: said, constraints, compare, moves }: Clause): { op: Op; value: number } | null {
  const days = times.filter(({ window }) => ['latest', 'back', 'on'].includes(window.kind))
  if (times.length !== days.length || !days.some(({ window }) => window.kind !== 'latest') || moves.length > 0)
    return null
  const [limit, ...more] = constraints
  if (more.length > 0 || compare !== null) return null
  if (limit) return 'op' in limit && limit.unit === 'times' ? { op: limit.op, value: limit.value } : null
  return said === null ? null : { op: '>=', value: said }
}

/** Two measures held against each other, if the clause does that. */
function relationOf(clause: Clause): Way | null {
  const { phrases, compare, compareAt, times_: times, constraints } = clause
  const [first, second] = phrases
  if (compare !== null) {
    if (phrases.length === 1 && first!.composite === 'average_volume')
      return (state, own) => against(state, { readings: volume, text: '' }, compare, first!, own)
    if (phrases.length === 1 && first!.composite === 'return')
      return (state, own) =>
        state.about.beside
          ? beaten(state, { ...own, said: { ...own.said, beat: { t: 'beat', lost: compare.startsWith('<') } } })
          : failClause('unsupported', own)
    if (phrases.length === 1 && first!.line !== undefined)
      return (state, own) => against(state, { composite: 'price', text: '' }, compare, first!, own)
    const [, ...lines] = phrases
    if (lines.length > 1 && lines.every(({ line }) => line !== undefined) && compareAt === 1)
      return (state, own) => {
        for (const line of lines) against(state, first!, compare, line, { ...own, phrases: [first!, line] })
      }
    if (phrases.length !== 2) return (_, own) => failClause('unsupported', own)
    // 均線以下: the word comes after both.
    const at = Math.min(compareAt, 1)
    return (state, own) => against(state, phrases[at - 1] ?? first!, compare, phrases[at] ?? second!, own)
  }
  const factor = factorOf(clause)
  if (phrases.length === 1 && factor && first!.composite !== 'return')
    return (state, own) => multiple(state, first!, factor, own)
  if (phrases.length !== 2) return null
  const [constraint] = constraints
  if (constraint && 'op' in constraint && constraint.unit === 'times')
    return (state, own) => against(state, first!, constraint.op, second!, { ...own, times_: constraint.value })
  return times === null ? null : (state, own) => against(state, first!, '>=', second!, own)
}
