import type { Clause } from '../clause/clause.ts'
import type { Phrase } from '../measures/phrase.ts'
import type { Subject } from '../senses.ts'
import type { Time } from '../time/time.ts'
import { beaten } from './beaten.ts'
import type { Op } from './conditions.ts'
import { plain } from './plain.ts'
import { against, multiple } from './relations.ts'
import { failClause, type State } from './state.ts'

const volume = [{ subject: 'stock' as Subject, dataset: 'TaiwanStockPrice', column: 'volume' }]

export type Way = (state: State, clause: Clause) => void

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

const isEarlier = ({ times, moves }: Clause): boolean =>
  moves.length === 0 && times.some(isBefore) && times.every((time) => time.window.kind === 'latest' || isBefore(time))

/** The day before, or the month or quarter that closed last. */
const isBefore = ({ window, edge }: Time): boolean =>
  edge !== undefined ||
  window.kind === 'back' ||
  window.kind === 'previous' ||
  (window.kind === 'last' && window.n === 1 && (window.unit === 'month' || window.unit === 'quarter'))

/** A mean of prices that is published as a column. */
const isMean = ({ readings }: Phrase): boolean => readings?.some(({ column }) => column === 'ten_year_average') === true

/** Two measures held against each other, if the clause does that. */
export function relationOf(clause: Clause): Way | null {
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
    // Held against what it was itself: how it went since then.
    if (phrases.length === 1 && first!.line === undefined && constraints.length === 0 && isEarlier(clause))
      return (state, own) =>
        plain(state, {
          ...own,
          compare: null,
          moves: [{ t: 'move', direction: compare.startsWith('<') ? 'down' : 'up' }],
          said: { ...own.said, than: { t: 'than' } },
        })
    if (phrases.length === 1 && (first!.line !== undefined || isMean(first!)))
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
