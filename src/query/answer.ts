import type { Dataset } from '../catalogue/dataset.ts'
import { notReady, problem } from '../errors.ts'
import { cutColumns } from '../pages/cut.ts'
import type { Edges } from '../pages/edges.ts'
import type { FileReader } from '../pages/file.ts'
import { type GzipPlan, planGzip, writeGzip } from '../pages/gzip.ts'
import type { OpenPages } from '../pages/open.ts'
import type { Page, Position, Run } from '../pages/select.ts'
import type { FoundStreams } from './coverage.ts'
import { type CursorKeys, readCursor, writeCursor } from './cursor.ts'
import { estimate, find, planCells, type ReadCells, take, takeCompared } from './find.ts'
import type { Form } from './formats/formats.ts'
import type { Library } from './library.ts'
import { isFiltered, type Query, type ReadQuery, type Warning } from './parameters.ts'

/** A query with the version it reads and its start position. */
export type QueryPlan = {
  readonly pages: OpenPages
  readonly query: Query
  readonly position: Position | null
  readonly found: FoundStreams
  readonly warnings: readonly Warning[]
  /** The encoding that its cursors carry; null for plain JSON. */
  readonly form: Form | null
  /** What SQL gave for a page of a wide frame; null where the pages of rows are looked at. */
  readonly cells?: ReadCells | null
}

/** A buffer for a response; `release` returns it once the bytes are sent. */
type Lease = { readonly bytes: Buffer<ArrayBuffer>; readonly release: () => void }
/** The encoded page, in gzip where the request accepts it and its rows lie in pieces. */
export type EncodedPage = Lease & {
  readonly isGzip: boolean
  /** That of the next page; null on the last one. */
  readonly cursor: string | null
  readonly warnings?: readonly Warning[]
  /** The columns of a wide frame. */
  readonly ids?: readonly string[] | null
}
/** A page shorter than this fits one packet; compressing it would gain nothing. */
export const leastCompressed = 1_400
export type Lender = (size: number) => Lease

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export const otherFilters = {
  en: 'the filters beside it are not those it was made for; leave them out',
  zh: '同時附上的篩選條件與 cursor 所含的不同，請省略',
}

/** Plans a query from its parameters, or from its cursor. */
export function plan(library: Library, cursorKeys: CursorKeys, dataset: Dataset, request: ReadQuery): QueryPlan {
  const current = library.current()
  if (!current || current.missing.includes(dataset.name)) throw notReady()
  if (request.cursor === null) {
    const found = find(library.reader, current, dataset, request.query)
    const warnings = [...request.warnings, ...found.warnings]
    return { pages: current, query: request.query, position: null, found, warnings, form: null }
  }
  const cursor = readCursor(cursorKeys, request.cursor)
  if (cursor.dataset !== dataset.name)
    throw problem('invalid_cursor', [{ en: `it belongs to ${cursor.dataset}`, zh: `此 cursor 屬於 ${cursor.dataset}` }])
  if (cursor.origin !== current.origin)
    throw problem('invalid_cursor', [
      { en: `it belongs to the ${cursor.origin} data`, zh: `此 cursor 屬於 ${cursor.origin} 資料` },
    ])
  const { limit, columns, ...filters } = request.given
  for (const [name, value] of Object.entries(filters))
    if (!same(value, cursor.query[name as keyof Query])) throw problem('invalid_cursor', [otherFilters])
  const pages = library.version(cursor.version)
  if (!pages || pages.missing.includes(dataset.name)) throw problem('cursor_expired', [])
  const query = {
    ...cursor.query,
    ...(limit === undefined ? {} : { limit }),
    ...(columns === undefined ? {} : { columns }),
  }
  const found = find(library.reader, pages, dataset, query)
  const { position, form } = cursor
  return { pages, query, position, found, warnings: [...request.warnings, ...found.warnings], form }
}

/**
 * Builds the query result from encoded rows; a long one in steps. `moreOf` gives members behind the cursor, as text, with
 * the warnings of the page.
 */
export function* answer(
  { reader, edges }: Library,
  cursorKeys: CursorKeys,
  dataset: Dataset,
  tier: string,
  { pages, query, position, found, form, cells }: QueryPlan,
  lend: Lender,
  isGzipWanted: boolean,
  moreOf: ((warnings: readonly Warning[]) => string) | null = null,
): Generator<void, EncodedPage> {
  const isPlain = !isFiltered(query) && query.wide === null
  const compared = isPlain ? null : yield* takeCompared(reader, dataset, query, found, position, cells ?? null)
  const page = compared ?? take(reader, found, position, query.limit)
  const warnings = compared?.warnings ?? []
  const more = moreOf?.(warnings) ?? ''
  const head = `{"dataset":"${dataset.name}","tier_used":"${tier}","count":${page.count},"data":[`
  const { origin, version } = pages
  const cursor =
    page.next === null
      ? null
      : writeCursor(cursorKeys, { origin, version, dataset: dataset.name, query, position: page.next, form })
  const tail = `],"cursor":${cursor === null ? 'null' : `"${cursor}"`}${more}}`
  if (isGzipWanted && query.columns === null && page.runs && page.length >= leastCompressed) {
    const { runs } = page
    const joined = joinPieces(reader, edges, runs, head, tail, lend)
    if (joined) {
      edges.keep(joined.parts)
      return { ...joined.page, cursor }
    }
  }
  const isCut = query.columns !== null && found.view?.columns == null
  const place = isCut ? 0 : head.length
  const lease = lend(place + page.length + tail.length)
  const { bytes, release } = lease
  try {
    yield* page.copy(bytes, place)
  } catch (error) {
    release()
    throw error
  }
  if (isCut) return { ...project(page, lease, dataset, query.columns!, head, tail, lend), cursor, warnings }
  // Without the last row's comma and line feed.
  const rows = Math.max(0, page.length - 2)
  bytes.write(head, 0, 'latin1')
  bytes.write(tail, head.length + rows, 'latin1')
  return {
    bytes: bytes.subarray(0, head.length + rows + tail.length),
    release,
    isGzip: false,
    cursor,
    warnings,
    ids: compared?.ids ?? null,
  }
}

/** Joins a compressed page; null where its rows lie in too many places. */
function joinPieces(
  reader: FileReader,
  edges: Edges,
  runs: readonly Run[],
  head: string,
  tail: string,
  lend: Lender,
): { readonly page: Omit<EncodedPage, 'cursor'>; readonly parts: GzipPlan['parts'] } | null {
  const gzip = planGzip(reader, edges, runs, Buffer.from(head, 'latin1'), Buffer.from(tail, 'latin1'))
  if (!gzip) return null
  const { bytes, release } = lend(gzip.size)
  try {
    writeGzip(reader, gzip, bytes)
    return { page: { bytes: bytes.subarray(0, gzip.size), release, isGzip: true }, parts: gzip.parts }
  } catch (error) {
    release()
    throw error
  }
}

/** Cuts the selected columns out of the encoded rows. */
function project(
  page: Page,
  whole: Lease,
  dataset: Dataset,
  columns: readonly string[],
  head: string,
  tail: string,
  lend: Lender,
): Omit<EncodedPage, 'cursor'> {
  const lease = lend(head.length + page.length + tail.length)
  const { bytes } = lease
  bytes.write(head, 0, 'latin1')
  let end = head.length + cutColumns(whole.bytes.subarray(0, page.length), dataset, columns, bytes, head.length)
  whole.release()
  end += bytes.write(tail, end, 'latin1')
  return { bytes: bytes.subarray(0, end), release: lease.release, isGzip: false }
}

/** The SQL of a page of a long wide frame; null for any other page. */
export const cellsOf = ({ reader }: Library, dataset: Dataset, { query, found, position }: QueryPlan) =>
  planCells(reader, dataset, query, found, position)

/** The size of a query's result; where rows are compared one by one, in steps. */
export const dryRun = ({ reader }: Library, { found, query }: QueryPlan) => estimate(reader, found, query.limit)
