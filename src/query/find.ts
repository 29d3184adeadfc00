import type { Dataset } from '../catalogue/dataset.ts'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { dayOf, taipeiInstant } from '../days.ts'
import { notReady, problem } from '../errors.ts'
import type { FileReader } from '../pages/file.ts'
import { isHiddenById } from '../pages/hidden.ts'
import { type Condition, type RowMatcher, rowMatcher } from '../pages/match.ts'
import { measureMatching, mostLooked, type Source, selectMatching } from '../pages/matching.ts'
import { selectRows } from '../pages/merge.ts'
import { findNewest, type NewestRows, selectNewest } from '../pages/newest.ts'
import type { OpenPages } from '../pages/open.ts'
import { isEmpty, measure, type Page, type Position, type Range } from '../pages/select.ts'
import { idStream, idsIn, isHiddenId, type Stream, wholeStream } from '../pages/stream.ts'
import { RecentMap } from '../recent.ts'
import { coverageWarnings, type FoundStreams, type IdStream, notKept } from './coverage.ts'
import { directoryOf } from './directory.ts'
import { computedView } from './known/computed.ts'
import { countInactive, hiding, inactiveAt, timelineOf } from './known/open.ts'
import type { Timeline } from './known/timeline.ts'
import {
  firstKnown,
  mayMatch,
  measureView,
  type Past,
  type Stood,
  selectView,
  stoodRows,
  type View,
} from './known/view.ts'
import { inByteOrder, isFiltered, type Query, type Warning } from './parameters.ts'
import { unknownIds } from './unknownIds.ts'
import { mostCells, takeWide } from './wide.ts'
import { type Cells, type CellsQuery, cellsQuery, printCells, rangeAfter } from './wideCells.ts'

/** Where no row was known: the time of the first one. */
function nothingKnown(reader: FileReader, found: FoundStreams, past: Past): Warning[] {
  const { view, range } = found
  const plain = view ? plainOf(range, view) : range
  const isSome = plain !== null && selectRows(reader, found.streams, plain, null, 1).count > 0
  if (isSome || (view && selectView(view, viewedOf(range, view), null, 1).count > 0)) return []
  const from = firstKnown(past)
  return from !== null && from > past.instant ? [{ code: 'before_known', facts: { from: taipeiInstant(from) } }] : []
}

/** The parameter that makes a request look at rows one by one. */
const viewedParam = ({ knownBy, filters, dateColumn }: Query): string =>
  knownBy !== null ? 'known_by' : (filters?.[0]?.column ?? (dateColumn === null ? 'latest' : 'date'))

/**
 * What a query says of the time at which its rows were known: the last day to read, and the first of the days whose rows
 * have to be looked at one by one; null for none.
 */
type Knowing = {
  readonly to: number | null
  readonly inactive: ReadonlySet<string>
  readonly timeline: Timeline | null
  readonly viewedFrom: number | null
  readonly warnings: readonly Warning[]
}

function knowingOf(reader: FileReader, pages: OpenPages, dataset: Dataset, query: Query, range: Range): Knowing {
  const { asOf, knownBy, showsKnown, ids } = query
  const { to } = range
  const plain = { to, inactive: pages.inactive, timeline: null, viewedFrom: null, warnings: [] }
  if (asOf === null && knownBy === null && !showsKnown) return plain
  const isComputed = dataset.derived?.isComputedAsOf === true
  const timeline = timelineOf(reader, pages, isComputed ? TaiwanStockPrice : dataset)
  if (!timeline) throw notReady()
  const viewsAll = knownBy !== null || showsKnown || isComputed || isFiltered(query)
  if (asOf === null) return { ...plain, timeline, viewedFrom: viewsAll ? Number.NEGATIVE_INFINITY : null }
  const instant = Date.parse(asOf)
  const inactive = dataset.filters.include_inactive ? inactiveAt(reader, pages, instant) : pages.inactive
  const last = timeline.lastDayKnown(instant)
  const until = last && (to === null || to > last.day) ? last.day : to
  const { from } = timeline
  const isBefore = !timeline.isByRow && from !== null && from > instant
  const warnings = isBefore ? [{ code: 'before_known', facts: { from: taipeiInstant(from) } }] : []
  const lastPlain = (): number => {
    if (viewsAll || !last) return Number.NEGATIVE_INFINITY
    const revised = timeline
      .revisedAfter(instant)
      .filter(({ row }) => mayMatch({ dataset, ids }, { ...range, to: until }, row))
    return revised.reduce((least, { row }) => Math.min(least, timeline.dayOf(row) - 1), last.whole)
  }
  const viewedFrom = lastPlain() + 1
  return {
    to: until,
    inactive,
    timeline,
    viewedFrom: viewedFrom <= (until ?? viewedFrom) ? viewedFrom : null,
    warnings,
  }
}

const lists = new WeakMap<OpenPages, RecentMap<string, readonly Stood[]>>()
/** Lists as of some instants that are kept for a version. */
const mostLists = 8
function listsOf(pages: OpenPages): RecentMap<string, readonly Stood[]> {
  const own = lists.get(pages) ?? new RecentMap(mostLists)
  lists.set(pages, own)
  return own
}

/** The streams of a query, with warnings about ids that have none, days that are not covered, and hidden rows. */
export function find(
  reader: FileReader,
  pages: OpenPages,
  dataset: Dataset,
  query: Query,
): FoundStreams & { readonly warnings: readonly Warning[] } {
  const hasDays = query.dateColumn === null
  const asked: Range = {
    from: query.from === null || !hasDays ? null : dayOf(query.from),
    to: query.to === null || !hasDays ? null : dayOf(query.to),
    includeHidden: query.includeHidden,
    ascending: query.ascending,
  }
  const isCompared = isFiltered(query)
  const matcher = isCompared ? matcherOf(dataset, query) : null
  const knowing = knowingOf(reader, pages, dataset, query, asked)
  const { inactive: hidden, timeline, viewedFrom } = knowing
  const present = pages.datasets[dataset.name] ?? []
  const all = hidden === pages.inactive ? present : hiding(dataset, present, hidden)
  const parts = query.period === null ? all : all.filter(({ variant }) => variant === query.period)
  const range: Range = { ...asked, to: knowing.to }
  // A column of the row tells only at each row whether it was hidden then.
  const isLeftOut = (stream: Stream, id: string): boolean =>
    (query.asOf === null || isHiddenById(dataset)) && isHiddenId(reader, stream, id, hidden)
  const withCoverage = (streams: readonly Stream[], warnings: readonly Warning[]) => {
    const stood = viewedFrom !== null && timeline ? viewOf(timeline, streams, viewedFrom) : null
    const view = stood && isCompared ? compared(dataset, stood, matcher, query.latest ? range : null) : stood
    const found: FoundStreams = { streams, range, parts, view, matcher, each: eachIn(streams), isOpen }
    if (view && (query.knownBy !== null || isCompared)) assertFew(reader, streams, range, viewedParam(query))
    const told =
      query.asOf === null
        ? coverageWarnings(reader, pages, dataset, query, found)
        : [...knowing.warnings, ...notKept(dataset, parts), ...leftOut(), ...noneKnown(found)]
    return { ...found, warnings: [...warnings, ...told] }
  }
  const isOpen = (column: string): boolean => dataset.columns[column]!.values === undefined
  const eachIn = (streams: readonly Stream[]): FoundStreams['each'] => {
    if (!query.latest && query.wide === null) return null
    const { limit, columns, ascending, ...rest } = query
    const ofEach = (): readonly IdStream[] => {
      if (query.ids !== null || dataset.id === null) return streams.map((stream) => ({ id: '', stream }))
      const ids = inByteOrder([...new Set(parts.flatMap((part) => idsIn(reader, part)))])
      return ids.flatMap((id) => {
        const stream = idStream(reader, parts, id)!
        return query.includeHidden || !isLeftOut(stream, id) ? [{ id, stream }] : []
      })
    }
    return { pages, name: JSON.stringify([dataset.name, rest]), streams: ofEach }
  }
  /** The securities that are left out of the past. */
  const leftOut = (): Warning[] => {
    if (query.ids !== null || query.includeHidden || !dataset.filters.include_inactive) return []
    const securities = countInactive(reader, dataset, parts, hidden, range)
    return securities > 0 ? [{ code: 'inactive_hidden', facts: { securities } }] : []
  }
  const noneKnown = (found: FoundStreams): Warning[] =>
    timeline && knowing.warnings.length === 0 && !dataset.derived?.isComputedAsOf
      ? nothingKnown(reader, found, pastOf(timeline, found.streams))
      : []
  const pastOf = (timeline: Timeline, streams: readonly Stream[]): Past => ({
    ...{ dataset, timeline, knownBy: query.knownBy, inactive: hidden, ids: query.ids, period: query.period },
    instant: query.asOf === null ? Number.POSITIVE_INFINITY : Date.parse(query.asOf),
    lists: listsOf(pages),
    present: (range, after, limit) => selectRows(reader, streams, range, after, limit),
  })
  function viewOf(timeline: Timeline, streams: readonly Stream[], from: number): View {
    const { ids, showsKnown: isShown } = query
    // Plain rows of the same page are cut with those of the view.
    const columns = from === Number.NEGATIVE_INFINITY ? query.columns : null
    if (dataset.derived?.isComputedAsOf) {
      const shown = (ids ?? []).filter((id) => query.includeHidden || !hidden.has(id))
      return computedView(reader, pages, dataset, query, shown)
    }
    const past = pastOf(timeline, streams)
    const rows = (of: Range) => stoodRows(past, of)
    return {
      dataset,
      from,
      columns,
      isShown,
      rows,
      ...(timeline.isByRow ? { firstKnown: () => firstKnown(past) } : {}),
    }
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
    else if (!query.includeHidden && isLeftOut(found, id)) inactive.push(id)
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

function tooMany(param: string, rows: number | string) {
  const reason = {
    en: `would look at ${rows} rows one by one, and at most ${mostLooked} are allowed: give stock_id or a shorter range of days`,
    zh: `需逐列檢視 ${rows} 列，上限 ${mostLooked} 列：請指定 stock_id 或縮短日期範圍`,
  }
  return problem('invalid_parameter', [{ en: `${param} ${reason.en}`, zh: `${param} ${reason.zh}` }], {
    extra: (language) => ({ errors: [{ param, reason: reason[language] }] }),
  })
}

/** Refuses a request that looks at each of very many rows to find or to count those that belong to it. */
function assertFew(reader: FileReader, streams: readonly Stream[], range: Range, param: string): void {
  const { rows } = measure(reader, streams, { ...range, includeHidden: true })
  if (rows > mostLooked) throw tooMany(param, rows)
}

/** What the rows of a query are compared with; null where they need not be. */
function matcherOf(dataset: Dataset, { filters, dateColumn, from, to }: Query): RowMatcher | null {
  if (filters === null && dateColumn === null) return null
  const days: Condition[] = dateColumn === null ? [] : [{ column: dateColumn, min: from, max: to }]
  return rowMatcher(dataset, [...(filters ?? []), ...days])
}

/** The rows of a view that meet the conditions, or the newest of them of each id. */
function compared(dataset: Dataset, view: View, matcher: RowMatcher | null, latest: Range | null): View {
  const matching = function* (range: Range): Generator<Stood, void> {
    for (const one of view.rows(range)) if (!matcher || matcher.matches(Buffer.from(`${one.text},\n`), 0)) yield one
  }
  if (!latest) return { ...view, rows: matching }
  return {
    ...view,
    rows({ ascending }) {
      const days = new Map<unknown, unknown>()
      const rows: Stood[] = []
      // All of the days, also where a page begins behind some of them.
      for (const one of matching({ ...latest, ascending: false })) {
        const [id, day] = [dataset.id === null ? null : one.row[dataset.id], one.row[dataset.date]]
        if (!days.has(id)) days.set(id, day)
        if (days.get(id) === day) rows.push(one)
      }
      return ascending ? rows.reverse() : rows
    },
  }
}

/** The days of a range that are looked at row by row. */
const viewedOf = (range: Range, view: View): Range =>
  plainOf(range, view) ? { ...range, from: Math.max(range.from ?? view.from, view.from) } : range
/** The days of a range that come behind those of a view; null where the view has them all. */
const plainOf = (range: Range, { from }: View): Range | null =>
  from === Number.NEGATIVE_INFINITY || range.ascending || (range.from ?? from - 1) >= from
    ? null
    : { ...range, to: Math.min(range.to ?? from - 1, from - 1) }

/** Rows of a view, and behind them the plain ones of the days before. */
function takeBoth(
  reader: FileReader,
  found: Rows,
  [view, plain]: readonly [View, Range],
  after: Position | null,
  limit: number,
): Page {
  const old = (place: Position | null, most: number) => selectRows(reader, found.streams, plain, place, most)
  if (after !== null && !('key' in after)) return old(after, limit)
  const young = selectView(view, viewedOf(found.range, view), after, limit)
  if (young.next !== null) return young
  if (young.count === limit) return old(null, 1).count === 0 ? young : { ...young, next: { key: young.last! } }
  const rest = old(null, limit - young.count)
  if (young.count === 0) return rest
  return {
    count: young.count + rest.count,
    length: young.length + rest.length,
    runs: null,
    *copy(target, at) {
      yield* young.copy(target, at)
      yield* rest.copy(target, at + young.length)
    },
    next: rest.next,
  }
}

type Rows = Pick<FoundStreams, 'streams' | 'range' | 'view'>

/** The next rows of a query whose rows need not be compared one by one. */
export function take(reader: FileReader, found: Rows, after: Position | null, limit: number): Page {
  const { view, range, streams } = found
  if (!view) return selectRows(reader, streams, range, after, limit)
  const plain = plainOf(range, view)
  return plain ? takeBoth(reader, found, [view, plain], after, limit) : selectView(view, range, after, limit)
}

/** The rows of a query, for a comparison, which passes over hidden rows itself where they lie in memory in their order. */
function sourceOf(reader: FileReader, found: Rows): Source {
  const { view, streams, range } = found
  const isInOrder = view === null && streams.length === 1 && !range.ascending
  const rows = isInOrder ? { ...found, range: { ...range, includeHidden: true } } : found
  const select: Source['select'] = (after, limit) => take(reader, rows, after, limit)
  return { reader, select, hasHidden: isInOrder && !range.includeHidden }
}

/** A page of rows that were compared, with what its reader should know of it; `ids` are the columns of a wide frame. */
type ComparedPage = Page & { readonly warnings: readonly Warning[]; readonly ids?: readonly string[] }

/** What was made of the ids of a query, kept for its next page. */
const kept = new WeakMap<OpenPages, RecentMap<string, unknown>>()
/** Queries for which it is kept for a version. */
const mostKept = 16

function* keptFor<T>(
  { each }: FoundStreams,
  make: (streams: readonly IdStream[]) => Generator<void, T>,
): Generator<void, T> {
  const { pages, name, streams } = each!
  const own = kept.get(pages) ?? new RecentMap(mostKept)
  kept.set(pages, own)
  const found = (own.get(name) as T | undefined) ?? (yield* make(streams()))
  own.set(name, found)
  return found
}

/** The newest rows of each id. */
const newestRows = (reader: FileReader, found: FoundStreams): Generator<void, NewestRows> =>
  keptFor(found, function* (all) {
    const range = { ...found.range, ascending: false }
    const rows = yield* findNewest({ reader, streams: all.map(({ stream }) => stream), range }, found.matcher)
    if (!rows) throw tooMany('latest', `more than ${mostLooked}`)
    return rows
  })

/** The columns of a wide frame: the requested ids, or those that have rows on the requested days. */
const wideIds = (reader: FileReader, found: FoundStreams, { ids }: Query): Generator<void, readonly string[]> =>
  keptFor(found, function* (all) {
    if (ids !== null) return ids
    const { range } = found
    const isAll = range.from === null && range.to === null
    return all.filter(({ stream }) => isAll || !isEmpty(reader, stream, range)).map(({ id }) => id)
  })

/** The SQL of the next page of a wide frame; null where none is needed. */
export function* planCells(
  reader: FileReader,
  dataset: Dataset,
  query: Query,
  found: FoundStreams,
  after: Position | null,
): Generator<void, CellsQuery | null> {
  return query.wide === null
    ? null
    : cellsQuery(reader, dataset, query, found, after, yield* wideIds(reader, found, query))
}

/** Cells that SQL gave for a page of a wide frame. */
export type ReadCells = Cells & { readonly asked: CellsQuery }

/** The next rows of a query whose rows are compared with filters, or joined in a wide frame. */
export function* takeCompared(
  reader: FileReader,
  dataset: Dataset,
  query: Query,
  all: FoundStreams,
  place: Position | null,
  cells: ReadCells | null,
): Generator<void, ComparedPage> {
  const { limit, latest, wide } = query
  const isDay = place !== null && 'day' in place
  const found = isDay ? { ...all, range: rangeAfter(all.range, place) } : all
  const after = isDay ? null : place
  const { view, range, matcher } = found
  if (!view && latest) {
    const page = selectNewest(reader, yield* newestRows(reader, found), range.ascending, after, limit)
    return { ...page, warnings: [] }
  }
  const source = sourceOf(reader, found)
  const ids = wide === null ? null : yield* wideIds(reader, all, query)
  const frame = ids === null ? null : { dataset, value: wide!, ids }
  const page =
    frame && cells
      ? shortened(yield* printCells(frame, cells, cells.asked), limit)
      : frame
        ? yield* takeWide(source, frame, view ? null : matcher, after, limit)
        : view
          ? { ...take(reader, found, after, limit), bound: null }
          : yield* selectMatching(source, matcher!, after, limit)
  const isWhole = place === null && page.next === null && !latest
  const unseen = isWhole ? (cells && page.count > 0 ? [] : (matcher?.unseen() ?? [])) : []
  const warnings = [
    ...(page.bound ? [{ code: 'short_page', facts: page.bound }] : []),
    ...unseen
      .filter(({ column }) => found.isOpen(column))
      .map(({ column, values }) => ({ code: 'no_value', param: column, values })),
  ]
  return { ...page, warnings, ...(ids === null ? {} : { ids }) }
}

/** A page of cells, which says where it has fewer dates than were asked for. */
const shortened = (page: Page, limit: number) => ({
  ...page,
  bound: page.next === null || page.count === limit ? null : { cells: mostCells },
})

/** The rows and bytes of a query, and the pages that they take. */
export function* estimate(reader: FileReader, found: FoundStreams, limit: number) {
  const { streams, range, view, matcher, each } = found
  const sizeOf = ({ rows, bytes }: { rows: number; bytes: number }) => ({
    ...{ rows, bytes },
    pages: Math.max(1, Math.ceil(rows / limit)),
  })
  if (!view && each) return sizeOf(yield* newestRows(reader, found))
  if (!view && matcher) {
    assertFew(reader, streams, range, 'dry_run')
    return sizeOf(yield* measureMatching(sourceOf(reader, found), matcher))
  }
  if (view) assertFew(reader, streams, viewedOf(range, view), 'dry_run')
  const plain = view ? plainOf(range, view) : range
  const [young, old] = [
    view ? measureView(view, viewedOf(range, view)) : { rows: 0, bytes: 0 },
    plain ? measure(reader, streams, plain) : { rows: 0, bytes: 0 },
  ]
  return sizeOf({ rows: young.rows + old.rows, bytes: young.bytes + old.bytes })
}
