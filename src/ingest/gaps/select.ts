import type { Dataset } from '../../catalogue/dataset.ts'
import { type Gap, type GapsFile, type Reason, reasons } from './gap.ts'

export type GapsQuery = {
  readonly ids: readonly string[] | null
  /** Gaps that reach into these days, whole. */
  readonly from: string | null
  readonly to: string | null
  readonly reason: Reason | null
}

/** Tells the gaps of a dataset apart: nobody lacks a day for two reasons. */
export type Place = Pick<Gap, 'from' | 'market' | 'id'>

/** The one order of gaps: the newest first, then by market and id. */
export const isBefore = (a: Place, b: Place): boolean => {
  if (a.from !== b.from) return a.from > b.from
  const place = ({ market, id }: Place) => `${market ?? ''}\t${id ?? ''}`
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
  const markets = ids && new Set(ids.map((id) => file.listed[id]?.market ?? null))
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

/** Securities that are listed and that nothing is expected of here: a fund among the earnings of companies. */
export const unexpectedIn = (file: GapsFile, { complete }: Dataset, ids: readonly string[]): string[] =>
  complete?.each === 'stock' ? ids.filter((id) => file.listed[id] && file.listed[id].type !== 'stock') : []

/** The reasons for which a row is missing; on a closed day there is none to miss. */
export const missingReasons = reasons.filter((reason) => reason !== 'closed')

/** How many dates are missing for each reason, those of each id by itself. */
export function countGaps(file: GapsFile, dataset: Dataset): Record<string, number> {
  const counts = Object.fromEntries(missingReasons.map((reason) => [reason, 0]))
  for (const { reason, dates } of file.datasets[dataset.name]?.gaps ?? []) counts[reason]! += dates
  return counts
}
