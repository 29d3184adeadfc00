import type { Dataset } from '../catalogue/dataset.ts'
import { dayOf } from '../days.ts'
import type { FileReader } from '../pages/file.ts'
import { selectMany } from '../pages/merge.ts'
import type { OpenPages } from '../pages/open.ts'
import { measure, type Page, type Position, type Range, selectOne } from '../pages/select.ts'
import { idStream, isHiddenId, type Stream, wholeStream } from '../pages/stream.ts'
import { coverageWarnings, type FoundStreams } from './coverage.ts'
import { directoryOf } from './directory.ts'
import type { Query, Warning } from './parameters.ts'
import { unknownIds } from './unknownIds.ts'

/** The streams of a query, with warnings about ids that have none, days that are not covered, and hidden rows. */
export function find(
  reader: FileReader,
  pages: OpenPages,
  dataset: Dataset,
  query: Query,
): FoundStreams & { readonly warnings: readonly Warning[] } {
  const all = pages.datasets[dataset.name] ?? []
  const parts = query.period === null ? all : all.filter(({ variant }) => variant === query.period)
  const range: Range = {
    from: query.from === null ? null : dayOf(query.from),
    to: query.to === null ? null : dayOf(query.to),
    includeHidden: query.includeHidden,
    ascending: query.ascending,
  }
  const withCoverage = (streams: readonly Stream[], warnings: readonly Warning[]) => {
    const found = { streams, range, parts }
    return { ...found, warnings: [...warnings, ...coverageWarnings(reader, pages, dataset, query, found)] }
  }
  const ofPeriod = (values: readonly string[]): Warning => ({
    ...{ code: 'not_in_period', param: 'period', facts: { period: query.period! } },
    ...(values.length > 0 ? { values } : {}),
  })
  if (query.ids === null) {
    const whole = wholeStream(reader, parts)
    return withCoverage([whole], !whole.isEmpty ? [] : [parts.length < all.length ? ofPeriod([]) : { code: 'no_rows' }])
  }
  const streams: Stream[] = []
  const unknown: string[] = []
  const otherPeriod: string[] = []
  const inactive: string[] = []
  for (const id of query.ids) {
    const found = idStream(reader, parts, id)
    if (!found) (query.period !== null && idStream(reader, all, id) ? otherPeriod : unknown).push(id)
    else if (!query.includeHidden && isHiddenId(reader, found, id, pages.inactive)) inactive.push(id)
    else streams.push(found)
  }
  const isKnown = (id: string): boolean => idStream(reader, all, id) !== null
  const warnings: Warning[] = unknownIds(dataset, unknown, isKnown, () => directoryOf(reader, pages))
  if (otherPeriod.length > 0) warnings.push(ofPeriod(otherPeriod))
  if (inactive.length > 0) {
    const code = dataset.filters.include_expired ? 'expired_id' : 'inactive_id'
    warnings.push({ code, param: 'stock_id', values: inactive })
  }
  return withCoverage(streams, warnings)
}

const nothing: Page = { count: 0, length: 0, copy: function* () {}, runs: [], next: null }

export function take(
  reader: FileReader,
  { streams, range }: FoundStreams,
  after: Position | null,
  limit: number,
): Page {
  if (streams.length === 0) return nothing
  return streams.length === 1
    ? selectOne(reader, streams[0]!, range, after, limit)
    : selectMany(reader, streams, range, after, limit)
}

export const estimate = (reader: FileReader, { streams, range }: FoundStreams, limit: number) => {
  const { rows, bytes } = measure(reader, streams, range)
  return { rows, bytes, pages: Math.max(1, Math.ceil(rows / limit)) }
}
