import { find } from '../../catalogue/index.ts'
import type { Market } from '../../sources/feed.ts'
import type { Problem } from '../report.ts'
import type { QuarantineEntry } from '../rules/quarantine.ts'
import { isDetailCode } from './detail.ts'
import type { FetchFailure } from './gap.ts'

/** Failures of the days of tasks without rows. */
export const failuresOf = (problems: readonly Omit<Problem, 'publisher' | 'endpoint'>[]): FetchFailure[] =>
  problems
    .filter(({ kind }) => kind !== 'rows' && kind !== 'closed')
    .map(({ dataset, market, id, from, to, kind, reason }) => ({
      dataset,
      market,
      id,
      from,
      to,
      kind: kind === 'not_yet' ? 'not_published' : 'source_failed',
      reason: [isDetailCode(kind) ? kind : 'said', reason],
    }))

/** Failures of the days with quarantined rows. */
export const quarantineFailures = (entries: readonly QuarantineEntry[]): FetchFailure[] =>
  entries.flatMap(({ dataset: name, rule, message, key: text }) => {
    const dataset = find(name)
    const each = dataset?.complete?.each
    if (!dataset || each === undefined) return []
    const key: Readonly<Record<string, string | null>> = JSON.parse(text)
    // A refused part is keyed by market and date.
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
        reason: ['in_quarantine', rule, message],
      },
    ]
  })
