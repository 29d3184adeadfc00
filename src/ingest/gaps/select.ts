import type { Dataset } from '../../catalogue/dataset.ts'
import { type Gap, type GapReason, type GapsFile, gapReasons } from './gap.ts'

export type GapsQuery = {
  readonly ids: readonly string[] | null
  /** Gaps that overlap these days, uncut. */
  readonly from: string | null
  readonly to: string | null
  readonly reason: GapReason | null
}

/** Identifies a gap of a dataset. */
export type GapPosition = Pick<Gap, 'from' | 'market' | 'id'>

/** The order of gaps: newest first, then by market and id. */
export const isBefore = (a: GapPosition, b: GapPosition): boolean => {
  if (a.from !== b.from) return a.from > b.from
  const place = ({ market, id }: GapPosition) => `${market ?? ''}\t${id ?? ''}`
  return place(a) < place(b)
}

/** The gaps of a dataset for a query; an id has its own gaps, its market's and those of all ids. */
export function selectGaps(file: GapsFile, dataset: Dataset, { ids, from, to, reason }: GapsQuery): Gap[] {
  const found = file.datasets[dataset.name]
  if (!found) return []
  const every = dataset.complete?.every
  const closed = every === 'trading_day' || every === 'weekday' ? file.closed[every] : []
  const reaches = (gap: Gap, first: string | null, last: string | null) =>
    (last === null || gap.from <= last) && (first === null || gap.to >= first)
  const selected = ids && new Set(ids)
  // An index or a currency is not listed, and may belong to any market.
  const markets = ids && new Set(ids.map((id) => file.listed[id]?.market ?? null))
  const concerns = ({ id, market }: Gap) =>
    selected === null ||
    markets === null ||
    (id !== null ? selected.has(id) : market === null || markets.has(market) || markets.has(null))
  const isSelected = (gap: Gap) => reaches(gap, from, to) && concerns(gap) && (reason === null || gap.reason === reason)
  const ofMarket = closed.filter((gap) => reaches(gap, found.from, found.to) && isSelected(gap))
  return [...ofMarket, ...found.gaps.filter(isSelected)].sort((a, b) => Number(isBefore(b, a)) - Number(isBefore(a, b)))
}

/** Listed securities for which the dataset expects no rows, such as a fund among company earnings. */
export const unexpectedIn = (file: GapsFile, { complete }: Dataset, ids: readonly string[]): string[] =>
  complete?.each === 'stock' ? ids.filter((id) => file.listed[id] && file.listed[id].type !== 'stock') : []

/** A closed day has no row to miss. */
export const missingReasons = gapReasons.filter((reason) => reason !== 'closed')

/** Missing dates by reason, counted per id. */
export function countGaps(file: GapsFile, dataset: Dataset): Record<string, number> {
  const counts = Object.fromEntries(missingReasons.map((reason) => [reason, 0]))
  for (const { reason, dates } of file.datasets[dataset.name]?.gaps ?? []) counts[reason]! += dates
  return counts
}
