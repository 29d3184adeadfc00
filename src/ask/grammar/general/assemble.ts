import type { Condition, Representation, Window } from '../../representation.ts'
import type { Clause } from '../clause/clause.ts'
import { readClause } from '../clause/readClause.ts'
import type { Gathered } from '../gather.ts'
import { isKind } from '../items/items.ts'
import { Refusal } from '../refusal.ts'
import { segmentsOf } from '../segments.ts'
import type { Kind } from '../senses.ts'
import { subjectFor } from '../subject.ts'
import { amongFirst } from './among.ts'
import { begin } from './begin.ts'
import { withDefault } from './defaults.ts'
import { finish } from './finish.ts'
import { withoutEvent, withoutParts } from './lasting.ts'
import { refuseInside, refuseLargest, refuseNouns } from './refusals.ts'
import { alike, says, settledFlow, timedAlike, withActor, withPeople } from './spoken.ts'
import { fail, failClause, type State } from './state.ts'
import { readOne } from './ways.ts'
import { instantOf, spanOf } from './windows.ts'

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
  'expiry',
  'day_session',
  'right',
  'dataset',
  'abroad',
]

/** The general way: measures of entities, with conditions, in some order. */
export function assemble(given: Gathered): Representation {
  const { gathered, under } = amongFirst(withoutParts(withoutEvent(given)))
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
  const either = items.findIndex((item) => isKind(item, 'or'))
  if (
    all('or').length > 1 ||
    gathered.entities.length > 0 ||
    ['rank', 'most', 'sorted'].some((kind) => gathered.has(kind as Kind))
  )
    refuse('or')
  refuse('not', 'event', 'whole_market', 'inverted', 'traders', 'minus', 'announced', 'side', 'expiries', 'live')
  if (all('rank').some(({ recent }) => recent)) refuse('rank')
  refuseInside(gathered)
  refuseLargest(gathered)
  if (all('time').some(({ time }) => time.vague)) fail('needs_window', textsOf(gathered, 'time'))
  if (all('time').some(({ time }) => time.future || isAhead(time.window, gathered)))
    throw new Refusal('out_of_scope', 'future', textsOf(gathered, 'time'))
  const cut = (from: number, to: number) =>
    segmentsOf(items.slice(from, to).filter(({ sense }) => !whole.includes(sense.t)))
  const halves = either < 0 ? [] : [cut(0, either), cut(either + 1, items.length)]
  if (halves.some((half) => half.length !== 1)) refuse('or')
  const segments = either < 0 ? cut(0, items.length) : halves.flat()
  const read = segments.map((segment, i) => readClause(withActor(segment, segments.slice(0, i))))
  const spoken = alike(read.some(says) ? read : withDefault(gathered, read), gathered)
  if (spoken.some(({ fold }) => fold !== undefined)) fail('unused_words', textsOf(gathered, 'fold'))
  const about = subjectFor(gathered, spoken)
  const clauses = timedAlike(spoken, gathered).map((clause) => ({
    ...clause,
    phrases: clause.phrases.flatMap((phrase) => settledFlow(gathered, about, withPeople(gathered, phrase))),
  }))
  if (about.subject !== 'futures' && about.subject !== 'option')
    refuse('night', 'contract', 'right', 'expiry', 'day_session')
  if (all('expiry').length > 1) refuse('expiry')
  if (all('expiry').length > 0) refuse('contract')
  refuseNouns(gathered, about)
  const state = begin(gathered, about, clauses)
  state.conditions.push(...under)
  for (const [index, clause] of clauses.entries()) {
    const before = state.conditions.length
    readOne(state, clause, clauses[index - 1])
    if (!screensAll(state, clause, before)) failClause('needs_number', clause)
    state.first ??= state.conditions.length
    // The year of a yearly high is of the high alone.
    const span = clause.extremes.length > 0 ? undefined : spanOf(clause)
    state.inherited = (span?.adjective ? undefined : span) ?? instantOf(clause) ?? state.inherited
  }
  return finish(either < 0 ? state : withEither(state, under.length, clauses.length))
}

/** The one or the other, where each says one thing of all stocks. */
function withEither(state: State, from: number, clauses: number): State {
  const of = state.conditions.slice(from)
  if (clauses !== 2 || of.length < 2 || state.first === null) return fail('unsupported', [])
  const [one, other] = [of.slice(0, state.first - from), of.slice(state.first - from)]
  const both = (list: readonly Condition[]): Condition => (list.length === 1 ? list[0]! : { kind: 'and', of: list })
  if (one.length === 0 || other.length === 0) return fail('unsupported', [])
  return { ...state, conditions: [...state.conditions.slice(0, from), { kind: 'or', of: [both(one), both(other)] }] }
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
