import type { Dataset } from '../../catalogue/dataset.ts'
import type { Gap, GapsFile, Reason } from './gap.ts'

export type GapsQuery = {
  readonly ids: readonly string[] | null
  /** Gaps that reach into these days, whole. */
  readonly from: string | null
  readonly to: string | null
  readonly reason: Reason | null
}

/** The one order of gaps: the newest first, then by market and id. */
const isBefore = (a: Gap, b: Gap): boolean => {
  if (a.from !== b.from) return a.from > b.from
  const place = ({ market, id }: Gap) => `${market ?? ''}\t${id ?? ''}`
  return place(a) < place(b)
}

function merge(a: readonly Gap[], b: readonly Gap[]): Gap[] {
  const merged: Gap[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const isA = j >= b.length || (i < a.length && !isBefore(b[j]!, a[i]!))
    merged.push(isA ? a[i++]! : b[j++]!)
  }
  return merged
}

/** What a dataset lacks, as one is asked: gaps of an id are its own, those of its market, and those of everybody. */
export function selectGaps(file: GapsFile, dataset: Dataset, { ids, from, to, reason }: GapsQuery): Gap[] {
  const found = file.datasets[dataset.name]
  if (!found) return []
  const every = dataset.complete?.every
  const closed = every === 'trading_day' || every === 'weekday' ? file.closed[every] : []
  const reaches = (gap: Gap, first: string | null, last: string | null) =>
    (last === null || gap.from <= last) && (first === null || gap.to >= first)
  const wanted = ids && new Set(ids)
  // A code that no list of securities knows, an index or a currency, may be of any market.
  const markets = ids && new Set(ids.map((id) => file.markets[id] ?? null))
  const concerns = ({ id, market }: Gap) =>
    wanted === null ||
    markets === null ||
    (id !== null ? wanted.has(id) : market === null || markets.has(market) || markets.has(null))
  const isWanted = (gap: Gap) => reaches(gap, from, to) && concerns(gap) && (reason === null || gap.reason === reason)
  return merge(
    closed.filter((gap) => reaches(gap, found.from, found.to) && isWanted(gap)),
    found.gaps.filter(isWanted),
  )
}

/** How many dates are missing for each reason, whoever lacks them. */
export function countGaps(file: GapsFile, dataset: Dataset): Record<Exclude<Reason, 'closed'>, number> {
  const counts = { halted: 0, not_listed: 0, not_published: 0, source_failed: 0, not_loaded: 0 }
  for (const { reason, dates } of file.datasets[dataset.name]?.gaps ?? [])
    if (reason !== 'closed') counts[reason] += dates
  return counts
}
