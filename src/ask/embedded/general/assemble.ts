import type { Representation } from '../../representation.ts'
import { type Clause, readClause, segmentsOf } from '../clause.ts'
import type { Gathered } from '../gather.ts'
import type { Context } from '../measures.ts'
import type { Kind, Subject } from '../senses.ts'
import { subjectFor } from '../subject.ts'
import { finish } from './finish.ts'
import { bare, plain } from './plain.ts'
import { above, against } from './relations.ts'
import { happened, runs } from './runs.ts'
import { aligned, beaten, freshExtreme, gap, golden, percentile, periodExtremes } from './shapes.ts'
import { fail, failClause, instantOf, type State, spanOf, spends } from './state.ts'

/** Words about the question as a whole; what is left is cut into clauses. */
const whole: readonly Kind[] = [
  'entity',
  'part',
  'ask',
  'noun',
  'versus',
  'how_many',
  'each',
  'daily',
  'both',
  'adjusted',
  'annual',
  'night',
  'contract',
  'right',
  'dataset',
]

const volume = [{ subject: 'stock' as Subject, dataset: 'TaiwanStockPrice', column: 'volume' }]

/** The general way: measures of entities, with conditions, in some order. */
export function assemble(gathered: Gathered): Representation {
  const { items, all, has } = gathered
  const refuse = (...kinds: Kind[]): void => {
    const left = items.filter(({ sense }) => kinds.includes(sense.t))
    if (left.length > 0)
      fail(
        'unsupported',
        left.map(({ token }) => token.text),
      )
  }
  refuse('not', 'or', 'event', 'each', 'whole_market', 'inverted', 'traders', 'condition')
  const clauses = segmentsOf(items.filter(({ sense }) => !whole.includes(sense.t))).map(readClause)
  const about = subjectFor(gathered, clauses)
  if (about.subject !== 'futures' && about.subject !== 'option') refuse('night', 'contract', 'right')
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
  const state: State = {
    gathered,
    about,
    context,
    clauses,
    named,
    alone: !named && about.subject !== 'stock' && about.subject !== 'sector',
    ranked: has('rank') || has('most') || has('sorted'),
    outputs: [],
    conditions: [],
    order: null,
    series: null,
    when: { kind: 'latest' },
    fixed: false,
    inherited: clauses.length > 1 && named ? firstTime(clauses) : undefined,
  }
  for (const [index, clause] of clauses.entries()) {
    read(state, clause, clauses[index - 1])
    state.inherited = spanOf(clause) ?? instantOf(clause) ?? state.inherited
  }
  return finish(state)
}

/** The one time of a question with several clauses is of all of them. */
const firstTime = (clauses: readonly Clause[]) => {
  const times = clauses.flatMap((clause) => clause.times)
  return times.length === 1 ? times[0] : undefined
}

/** Weekly and monthly bars of a price have datasets of their own. */
function barsOf({ all, has }: Gathered): string[] {
  const nouns = all('noun').map(({ of }) => of)
  const units = all('daily').map(({ unit }) => unit)
  if (units.includes('week') || (nouns.includes('week') && has('most'))) return ['TaiwanStockWeekPrice']
  return units.includes('month') ||
    (nouns.includes('month') && has('most')) ||
    all('time').some(
      ({ time }) =>
        has('most') &&
        has('ask') &&
        time.window.kind === 'last' &&
        time.window.unit === 'month' &&
        all('ask').some(({ what }) => what === 'which'),
    )
    ? ['TaiwanStockMonthPrice']
    : []
}

function read(state: State, given: Clause, before: Clause | undefined): void {
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
  if (away) return (...given) => gap(...given, away.from)
  const [extreme] = clause.extremes
  if (extreme) {
    const asked = state.gathered.all('ask').some(({ what }) => what === 'much')
    if (clause.compare !== null && state.named && asked) return (...given) => gap(...given, extreme.side)
    return extreme.fresh || (!state.named && !state.alone) ? freshExtreme : periodExtremes
  }
  if (said.above) return above
  if (phrases.length === 0) return bare
  return relationOf(clause) ?? (clause.times_ === null ? plain : (_, own) => spends(own))
}

/** Two measures held against each other, if the clause does that. */
function relationOf(clause: Clause): Way | null {
  const { phrases, compare, compareAt, times_: times, constraints } = clause
  const [first, second] = phrases
  if (compare !== null) {
    if (phrases.length === 1 && first!.composite === 'average_volume')
      return (state, own) => against(state, { readings: volume, text: '' }, compare, first!, own)
    if (phrases.length !== 2) return (_, own) => failClause('unsupported', own)
    return (state, own) => against(state, phrases[compareAt - 1] ?? first!, compare, phrases[compareAt] ?? second!, own)
  }
  if (phrases.length !== 2) return null
  const [constraint] = constraints
  if (constraint && 'op' in constraint && constraint.unit === 'times')
    return (state, own) => against(state, first!, constraint.op, second!, { ...own, times_: constraint.value })
  return times === null ? null : (state, own) => against(state, first!, '>=', second!, own)
}
