import type { Dataset } from '../catalogue/dataset.ts'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { dayOf, taipeiInstant } from '../days.ts'
import { notReady, problem } from '../errors.ts'
import type { FileReader } from '../pages/file.ts'
import { isHiddenById } from '../pages/hidden.ts'
import { selectMany } from '../pages/merge.ts'
import type { OpenPages } from '../pages/open.ts'
import { measure, type Page, type Position, type Range, selectOne } from '../pages/select.ts'
import { idStream, isHiddenId, type Stream, wholeStream } from '../pages/stream.ts'
import { RecentMap } from '../recent.ts'
import { coverageWarnings, type FoundStreams, notKept } from './coverage.ts'
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
import type { Query, Warning } from './parameters.ts'
import { unknownIds } from './unknownIds.ts'

/** Where no row was known: the time of the first one. */
function nothingKnown(reader: FileReader, found: FoundStreams, past: Past): Warning[] {
  const { view, range } = found
  const plain = view ? plainOf(range, view) : range
  const isSome = plain !== null && takePlain(reader, { ...found, range: plain }, null, 1).count > 0
  if (isSome || (view && selectView(view, viewedOf(range, view), null, 1).count > 0)) return []
  const from = firstKnown(past)
  return from !== null && from > past.instant ? [{ code: 'before_known', facts: { from: taipeiInstant(from) } }] : []
}

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
  const viewsAll = knownBy !== null || showsKnown || isComputed
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
  const asked: Range = {
    from: query.from === null ? null : dayOf(query.from),
    to: query.to === null ? null : dayOf(query.to),
    includeHidden: query.includeHidden,
    ascending: query.ascending,
  }
  const knowing = knowingOf(reader, pages, dataset, query, asked)
  const { inactive: hidden, timeline, viewedFrom } = knowing
  const present = pages.datasets[dataset.name] ?? []
  const all = hidden === pages.inactive ? present : hiding(dataset, present, hidden)
  const parts = query.period === null ? all : all.filter(({ variant }) => variant === query.period)
  const range: Range = { ...asked, to: knowing.to }
  const withCoverage = (streams: readonly Stream[], warnings: readonly Warning[]) => {
    const view = viewedFrom !== null && timeline ? viewOf(timeline, streams, viewedFrom) : null
    const found = { streams, range, parts, view }
    if (query.knownBy !== null) assertFew(reader, found, 'known_by')
    const told =
      query.asOf === null
        ? coverageWarnings(reader, pages, dataset, query, found)
        : [...knowing.warnings, ...notKept(dataset, parts), ...leftOut(), ...noneKnown(found)]
    return { ...found, warnings: [...warnings, ...told] }
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
    present: (range, after, limit) => takePlain(reader, { streams, range }, after, limit),
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
  // A column of the row tells only at each row whether it was hidden then.
  const isLeftOut = (stream: Stream, id: string): boolean =>
    (query.asOf === null || isHiddenById(dataset)) && isHiddenId(reader, stream, id, hidden)
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

/** Rows that one request may look at one by one: more would stop the thread. */
const mostViewed = 500_000

/** Refuses a request that looks at each of very many rows to find or to count those that belong to it. */
function assertFew(reader: FileReader, { streams, range, view }: FoundStreams, param: string): void {
  const { rows } = measure(reader, streams, { ...viewedOf(range, view!), includeHidden: true })
  if (rows <= mostViewed) return
  const reason = {
    en: `would look at ${rows} rows one by one, and at most ${mostViewed} are allowed: give stock_id or a shorter range of days`,
    zh: `需逐列檢視 ${rows} 列，上限 ${mostViewed} 列：請指定 stock_id 或縮短日期範圍`,
  }
  throw problem('invalid_parameter', [{ en: `${param} ${reason.en}`, zh: `${param} ${reason.zh}` }], {
    extra: (language) => ({ errors: [{ param, reason: reason[language] }] }),
  })
}

const nothing: Page = { count: 0, length: 0, copy: function* () {}, runs: [], next: null }

/** The days of a range that are looked at row by row. */
const viewedOf = (range: Range, view: View): Range =>
  plainOf(range, view) ? { ...range, from: Math.max(range.from ?? view.from, view.from) } : range
/** The days of a range that come behind those of a view; null where the view has them all. */
const plainOf = (range: Range, { from }: View): Range | null =>
  from === Number.NEGATIVE_INFINITY || range.ascending || (range.from ?? from - 1) >= from
    ? null
    : { ...range, to: Math.min(range.to ?? from - 1, from - 1) }

function takePlain(
  reader: FileReader,
  { streams, range }: Pick<FoundStreams, 'streams' | 'range'>,
  after: Position | null,
  limit: number,
): Page {
  if (streams.length === 0) return nothing
  return streams.length === 1
    ? selectOne(reader, streams[0]!, range, after, limit)
    : selectMany(reader, streams, range, after, limit)
}

/** Rows of a view, and behind them the plain ones of the days before. */
function takeBoth(
  reader: FileReader,
  found: FoundStreams,
  [view, plain]: readonly [View, Range],
  after: Position | null,
  limit: number,
): Page {
  const old = (place: Position | null, most: number) => takePlain(reader, { ...found, range: plain }, place, most)
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

export function take(reader: FileReader, found: FoundStreams, after: Position | null, limit: number): Page {
  const { view, range } = found
  if (!view) return takePlain(reader, found, after, limit)
  const plain = plainOf(range, view)
  return plain ? takeBoth(reader, found, [view, plain], after, limit) : selectView(view, range, after, limit)
}

export function estimate(reader: FileReader, found: FoundStreams, limit: number) {
  const { streams, range, view } = found
  if (view) assertFew(reader, found, 'dry_run')
  const plain = view ? plainOf(range, view) : range
  const [young, old] = [
    view ? measureView(view, viewedOf(range, view)) : { rows: 0, bytes: 0 },
    plain ? measure(reader, streams, plain) : { rows: 0, bytes: 0 },
  ]
  const [rows, bytes] = [young.rows + old.rows, young.bytes + old.bytes]
  return { rows, bytes, pages: Math.max(1, Math.ceil(rows / limit)) }
}
