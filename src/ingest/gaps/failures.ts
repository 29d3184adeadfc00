import { find } from '../../catalogue/index.ts'
import type { Market } from '../../sources/feed.ts'
import type { Quarantined } from '../rules/quarantine.ts'
import type { Failure } from './gap.ts'

/** A question that brought nothing, as reports have it. */
type Unanswered = {
  readonly dataset: string
  readonly market: string | null
  readonly from: string
  readonly to: string
  /** The one id that was asked about; null where the question was about the whole market. */
  readonly id: string | null
  /** How the question ended: `unreachable`, `blocked`, `changed`, `other_day`, `not_yet` … */
  readonly kind: string
  readonly reason: string
}

/** What questions without an answer say of the days they were about. */
export const failuresOf = (questions: readonly Unanswered[]): Failure[] =>
  questions
    .filter(({ kind }) => kind !== 'rows' && kind !== 'closed')
    .map(({ dataset, market, id, from, to, kind, reason }) => ({
      dataset,
      market: market as Market | null,
      id,
      from,
      to,
      kind: kind === 'not_yet' ? 'not_published' : 'source_failed',
      reason: kind === 'not_yet' ? reason : `${kind}: ${reason}`,
    }))

/** What rows in quarantine say: the publisher has something for that day, and it cannot be right. */
export const quarantinedIn = (entries: readonly Quarantined[]): Failure[] =>
  entries.flatMap(({ dataset: name, rule, message, key: text }) => {
    const dataset = find(name)
    const each = dataset?.complete?.each
    if (!dataset || each === undefined) return []
    const key: Readonly<Record<string, string | null>> = JSON.parse(text)
    // A part of a load that was refused is named by its market and date.
    const day = key[dataset.date] ?? key.date ?? null
    if (day === null) return []
    const isOne = each !== 'market' && each !== 'dataset'
    return [
      {
        dataset: name,
        market: ((each === 'market' || !(dataset.date in key)) && (key.market as Market)) || null,
        id: isOne && dataset.id !== null ? (key[dataset.id] ?? null) : null,
        from: day,
        to: day,
        kind: 'source_failed',
        reason: `in quarantine, ${rule}: ${message}`,
      },
    ]
  })
