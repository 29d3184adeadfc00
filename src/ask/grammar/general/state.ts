import type { Condition, Measure, Output, Scale, Window } from '../../representation.ts'
import { dimension } from '../../typing.ts'
import type { Clause } from '../clause/clause.ts'
import type { Gathered } from '../gather.ts'
import { meaningOf } from '../measures/meaning.ts'
import type { Context, Meant, Phrase } from '../measures/phrase.ts'
import { type Reason, Refusal } from '../refusal.ts'
import { scaleSaid } from '../scaleSaid.ts'
import type { Kind } from '../senses.ts'
import type { About } from '../subject.ts'
import type { Time } from '../time/time.ts'
import { isInstant } from './windows.ts'

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
  /** How many conditions there were after the first clause. */
  first: number | null
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
  const said = scaleSaid(state.gathered)
  // 買超張數 names the unit with the measure.
  const inLots = state.gathered.items.some(
    ({ sense, token }) => (sense.t === 'flow' || sense.t === 'columns') && token.text.includes('張'),
  )
  const asked = said ?? (inLots ? 'lots' : undefined)
  if (!asked) return undefined
  const of = dimension(measure)
  if (asked === 'lots') return of === 'shares' ? asked : undefined
  return ['TWD', 'shares', 'USD', 'other', 'contracts', 'people'].includes(of) ? asked : undefined
}

/** The days themselves are asked for: "days when it fell", 哪幾天. */
export const asksDays = ({ gathered: { all, has } }: State): boolean =>
  all('noun').some(({ of }) => of === 'day') && !has('how_many') && !has('most') && !has('rank')

/** When one company last was so: no time is said, and the newest one is looked for. */
export const asksLast = ({ gathered: { all, has }, about }: State): boolean =>
  about.ids.length === 1 && all('ask').some(({ what }) => what === 'when') && !has('time')
