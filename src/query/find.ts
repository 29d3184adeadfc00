import type { Dataset } from '../catalogue/dataset.ts'
import type { FileReader } from '../pages/file.ts'
import { selectMany } from '../pages/merge.ts'
import type { OpenPages } from '../pages/open.ts'
import { measure, type Page, type Position, type Range, selectOne } from '../pages/select.ts'
import { idStream, type Stream, wholeStream } from '../pages/stream.ts'
import type { Query, Warning } from './parameters.ts'
import { unknownIds } from './unknownIds.ts'

const dayOf = (date: string): number => Date.parse(date) / 86_400_000

/** The streams that a query reads, and warnings about parameters without effect. */
export type FoundStreams = {
  readonly streams: readonly Stream[]
  readonly range: Range
  readonly warnings: readonly Warning[]
}

export function find(pages: OpenPages, dataset: Dataset, query: Query): FoundStreams {
  const all = pages.datasets[dataset.name] ?? []
  const parts = query.period === null ? all : all.filter(({ variant }) => variant === query.period)
  const range: Range = {
    from: query.from === null ? null : dayOf(query.from),
    to: query.to === null ? null : dayOf(query.to),
    includeHidden: query.includeHidden,
    ascending: query.ascending,
  }
  if (query.ids === null) return { streams: [wholeStream(parts)], range, warnings: [] }
  const streams: Stream[] = []
  const unknown: string[] = []
  const inactive: string[] = []
  for (const id of query.ids) {
    const found = idStream(parts, id)
    if (!found) unknown.push(id)
    else if (found.hidden && !query.includeHidden) inactive.push(id)
    else streams.push(found.stream)
  }
  const warnings: Warning[] = unknownIds(dataset, unknown, (id) => idStream(parts, id) !== null)
  if (inactive.length > 0) {
    const code = dataset.filters.include_expired ? 'expired_id' : 'inactive_id'
    warnings.push({ code, param: 'stock_id', values: inactive })
  }
  return { streams, range, warnings }
}

const nothing: Page = { count: 0, length: 0, room: 0, copy: function* () {}, runs: [], next: null }

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
