import { columnsOf, type Dataset } from '../catalogue/dataset.ts'
import { dateOf, dayOf } from '../days.ts'
import type { FileReader } from '../pages/file.ts'
import type { RowMatcher } from '../pages/match.ts'
import type { OpenPages, OpenPart } from '../pages/open.ts'
import { countHidden, isEmpty, type Range } from '../pages/select.ts'
import { newestDate, oldestDate, type Stream } from '../pages/stream.ts'
import type { View } from './known/view.ts'
import { isFiltered, type Query, type Warning } from './parameters.ts'

export type IdStream = { readonly id: string; readonly stream: Stream }

/** The streams that a query reads. */
export type FoundStreams = {
  readonly streams: readonly Stream[]
  readonly range: Range
  /** The parts of the dataset that hold rows of the query's period. */
  readonly parts: readonly OpenPart[]
  /** The rows as they once stood, where they have to be looked at one by one. */
  readonly view: View | null
  /** What each row is compared with; null where rows need not be compared. */
  readonly matcher: RowMatcher | null
  /** The ids that the query shows and their streams, in order; named, so that what is made of them can be kept. */
  readonly each: {
    readonly pages: OpenPages
    readonly name: string
    readonly streams: () => readonly IdStream[]
  } | null
  /** Whether a column takes any value. */
  readonly isOpen: (column: string) => boolean
}

type Coverage = { readonly first: number; readonly last: number }

/** The first and the last key date of some parts; null if they hold no row. */
function coverageOf(parts: readonly OpenPart[]): Coverage | null {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { oldest, newest } of parts) {
    first = Math.min(first, oldest)
    last = Math.max(last, newest)
  }
  return first > last ? null : { first, last }
}

/** True if each id of a dataset has a row for every period, so that the id's own rows show what is covered. */
const isDense = ({ complete }: Dataset): boolean =>
  complete !== null && complete.each !== 'market' && complete.each !== 'dataset'

/** True if the last row of a dataset is the last day that it covers; events and longer periods have days without rows. */
const isDaily = ({ complete, retention }: Dataset): boolean =>
  retention !== null || complete?.every === 'trading_day' || complete?.every === 'weekday'

/** The first and the last day of the rows of a dataset; null if it has none. */
export function coveredDays(pages: OpenPages, { name }: Dataset): { first: string; last: string } | null {
  const covered = coverageOf(pages.datasets[name] ?? [])
  if (!covered) return null
  return { first: dateOf(covered.first), last: dateOf(Math.max(covered.last, dayOf(pages.through))) }
}

/** The days that are left of a dataset that keeps its newest ones alone: a past state had earlier ones. */
export function notKept({ retention }: Dataset, parts: readonly OpenPart[]): Warning[] {
  const covered = retention ? coverageOf(parts) : null
  return covered
    ? [{ code: 'outside_coverage', facts: { first: dateOf(covered.first), last: dateOf(covered.last) } }]
    : []
}

/** What the answer to a query lacks although nothing is missing: days that are not covered, and hidden rows. */
export function coverageWarnings(
  reader: FileReader,
  pages: OpenPages,
  dataset: Dataset,
  query: Query,
  { streams, range, parts }: FoundStreams,
): Warning[] {
  const warnings: Warning[] = []
  const { from, to } = range
  const isBounded = from !== null || to !== null
  const covered = isBounded ? coverageOf(parts) : null
  if (covered) {
    const [stream] = streams
    const isOfOneId = query.ids?.length === 1 && stream !== undefined && isDense(dataset)
    const first = isOfOneId ? oldestDate(reader, stream) : covered.first
    const newest = isOfOneId ? newestDate(reader, stream) : covered.last
    const last = isDaily(dataset) ? newest : Math.max(newest, dayOf(pages.through))
    const isOutside = [from, to].some((day) => day !== null && (day < first || day > last))
    if (isOutside) warnings.push({ code: 'outside_coverage', facts: { first: dateOf(first), last: dateOf(last) } })
    // A reader may mean another date of the row than the one that is filtered.
    const dates = columnsOf(dataset).filter(([, { kind }]) => kind === 'date')
    const isAmbiguous = dates.length > 1 && dataset.date !== 'trade_date'
    if (isAmbiguous && streams.length > 0 && streams.every((one) => isEmpty(reader, one, range)))
      warnings.push({
        code: 'date_filter',
        param: from === null ? 'end_date' : 'start_date',
        facts: { column: dataset.date },
      })
  }
  const { include_expired, include_inactive } = dataset.filters
  if (query.ids === null && !range.includeHidden && (include_expired || include_inactive)) {
    const rows = countHidden(reader, streams[0]!, range)
    const code = include_expired ? 'expired_hidden' : 'inactive_hidden'
    // How many of them the filters would leave is not counted.
    if (rows > 0) warnings.push({ code, facts: isFiltered(query) ? {} : { rows } })
  }
  return warnings
}
