import type { Dataset } from '../../catalogue/dataset.ts'
import { addDays, dayOf } from '../../days.ts'
import type { Detail } from './detail.ts'
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

/** The first and the last day of which a dataset has rows or should have them. */
export type CoveredSpan = { readonly from: string; readonly to: string }

/** The requested days before a dataset's first one, and those after its last one. */
function outside({ retention }: Dataset, span: CoveredSpan, { from, to }: GapsQuery): Gap[] {
  const gap = (first: string, last: string, reason: GapReason, detail: Detail): Gap[] =>
    first > last
      ? []
      : [
          {
            ...{ id: null, market: null, from: first, to: last, reason, detail },
            dates: dayOf(last) - dayOf(first) + 1,
          },
        ]
  const before = addDays(span.from, -1)
  const [start, end] = [from ?? to, to ?? from]
  if (start === null || end === null) return []
  const after = addDays(span.to, 1)
  const detail: Detail = [retention === null ? 'first_day' : 'kept_since', span.from]
  const reason = retention === null ? 'outside_coverage' : 'outside_retention'
  return [
    ...gap(start, to !== null && to < before ? to : before, reason, detail),
    ...gap([start, after].sort()[1]!, end, 'outside_coverage', ['last_day', span.to]),
  ]
}

/**
 * The gaps of a dataset for a query; an id has its own gaps, its market's and those of all ids. `covered` are the days of
 * a dataset of which no rows are expected.
 */
export function selectGaps(
  file: GapsFile,
  dataset: Dataset,
  query: GapsQuery,
  covered: CoveredSpan | null = null,
): Gap[] {
  const { ids, from, to, reason } = query
  const found = file.datasets[dataset.name] ?? { from: null, to: null, gaps: [] }
  const span = found.from === null || found.to === null ? covered : { from: found.from, to: found.to }
  const every = dataset.complete?.every
  const closed = found.from !== null && (every === 'trading_day' || every === 'weekday') ? file.closed[every] : []
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
  const ofSpan = (span === null ? [] : outside(dataset, span, query)).filter(isSelected)
  return [...ofMarket, ...found.gaps.filter(isSelected), ...ofSpan].sort(
    (a, b) => Number(isBefore(b, a)) - Number(isBefore(a, b)),
  )
}

/** Listed securities for which the dataset expects no rows, such as a fund among company earnings. */
export const unexpectedIn = (file: GapsFile, { complete }: Dataset, ids: readonly string[]): string[] =>
  complete?.each === 'stock' ? ids.filter((id) => file.listed[id] && file.listed[id].type !== 'stock') : []

/** Reasons of days whose rows are missing: a closed day has none to miss, nor has one that is not covered. */
export const missingReasons = gapReasons.filter((reason) => reason !== 'closed' && !reason.startsWith('outside_'))

/** Missing dates by reason, counted per id. */
export function countGaps(file: GapsFile, dataset: Dataset): Record<string, number> {
  const counts = Object.fromEntries(missingReasons.map((reason) => [reason, 0]))
  for (const { reason, dates } of file.datasets[dataset.name]?.gaps ?? []) counts[reason]! += dates
  return counts
}
