import type { Clause } from '../clause/clause.ts'
import type { Phrase } from '../measures/phrase.ts'
import { one } from './one.ts'
import { failClause, type State } from './state.ts'

export const isAll = ({ who, direction }: Phrase, { ranked }: State): boolean =>
  who?.length === 1 && who[0] === 'all' && (direction !== undefined || !ranked)

/** All three kinds of investors did the same. */
export function eachOfThem(state: State, clause: Clause): void {
  const [phrase] = clause.phrases
  const kinds = ['foreign', 'trust', 'dealer'] as const
  investors(state, { ...clause, phrases: kinds.map((who) => ({ ...phrase!, who: [who] })) })
}

/** Several investors: each for itself, or together where rows are put in order. */
export function investors(state: State, clause: Clause): void {
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
