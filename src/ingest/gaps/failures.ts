import type { Market } from '../../sources/feed.ts'
import type { Failure } from './gap.ts'

/** A question that brought nothing, as reports have it. */
type Unanswered = {
  readonly dataset: string
  readonly market: string | null
  readonly from: string
  readonly to: string
  /** The one id that was asked about; null where the question was about the whole market. */
  readonly id: string | null
  /** How the question ended: `blocked`, `changed`, `other_day`, `not_yet` … */
  readonly kind: string
  readonly reason: string
}

/** What questions without an answer say of the days they were about; one about a single id says nothing of the others. */
export const failuresOf = (questions: readonly Unanswered[]): Failure[] =>
  questions
    .filter(({ id, kind }) => id === null && kind !== 'rows' && kind !== 'closed')
    .map(({ dataset, market, from, to, kind, reason }) => ({
      dataset,
      market: market as Market | null,
      from,
      to,
      kind: kind === 'not_yet' ? 'not_published' : 'source_failed',
      reason: kind === 'not_yet' ? reason : `${kind}: ${reason}`,
    }))
