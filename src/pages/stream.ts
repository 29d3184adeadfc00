import { find } from '../catalogue/index.ts'
import { InterleavedDays } from './days.ts'
import type { FileReader } from './file.ts'
import { hiddenBit } from './format.ts'
import { isHiddenById } from './hidden.ts'
import type { FileRows, OpenFile, OpenPart } from './open.ts'
import { groupOf } from './pieceIndex.ts'

/** The rows of a stream in one part. `days` are those of several ranges of ids; null for rows of one file. */
type Span = {
  /** The file, or one of the files of the ranges. */
  readonly file: OpenFile
  /** First row of the span in its file, and its number in the stream. */
  readonly first: number
  readonly start: number
  readonly count: number
  readonly days: InterleavedDays | null
}

/** Days of rows to read, both included; null where there is no bound. */
export type DayRange = { readonly from: number | null; readonly to: number | null }

/**
 * Rows of one id, or of a whole dataset, over its parts: numbered from 0, key date descending. A part is looked into only
 * when its rows are needed.
 */
export class Stream {
  readonly #found: Span[] = []
  readonly #parts: Iterator<Omit<Span, 'start'>, void>
  #count = 0

  constructor(parts: Iterator<Omit<Span, 'start'>, void>) {
    this.#parts = parts
  }

  #next(): Span | null {
    const next = this.#parts.next()
    if (next.done) return null
    const span = { ...next.value, start: this.#count }
    this.#count += span.count
    this.#found.push(span)
    return span
  }

  /** The spans, newest rows first. */
  *spans(): Generator<Span, void> {
    for (let i = 0; ; i++) {
      const span = this.#found[i] ?? this.#next()
      if (!span) return
      yield span
    }
  }

  /** True if it has no row. */
  get isEmpty(): boolean {
    return this.#found.length === 0 && this.#next() === null
  }

  /** The rows of a range of days, newest first, from row number `low` on and up to `high`. */
  *rows(
    reader: FileReader,
    { from, to }: DayRange,
    low = 0,
    high = Number.POSITIVE_INFINITY,
  ): Generator<FileRows, void> {
    for (const span of this.spans()) {
      const { file, start, count } = span
      if (start >= high || (from !== null && file.newest < from)) return
      if (start + count <= low || (to !== null && file.oldest > to)) continue
      const begin = Math.max(low - start, to === null || file.newest <= to ? 0 : firstBelow(reader, span, to + 1))
      const end = Math.min(high - start, from === null || file.oldest >= from ? count : firstBelow(reader, span, from))
      if (begin < end) yield* rowsOf(span, begin, end)
    }
  }

  /** The same rows in the same pieces, the oldest first. */
  backwards(reader: FileReader, range: DayRange, low = 0, high = Number.POSITIVE_INFINITY): FileRows[] {
    return [...this.rows(reader, range, low, high)].reverse()
  }
}

function* rowsOf({ file, first, start, days }: Span, from: number, to: number): Generator<FileRows, void> {
  if (days) yield* days.rows(from, to, start)
  else yield { file, from: first + from, to: first + to, number: start + from }
}

/** The first row of a span with a key date below `bound`. */
const firstBelow = (reader: FileReader, { file, first, count, days }: Span, bound: number): number =>
  days ? days.firstBelow(bound) : reader.firstBelow(file, first, first + count, bound) - first

const interleaved = new WeakMap<OpenPart, InterleavedDays>()

/** The days of the ranges of a part; kept for the next request. */
function daysOf(reader: FileReader, ranges: readonly OpenPart[]): InterleavedDays {
  const made =
    interleaved.get(ranges[0]!) ??
    new InterleavedDays(
      reader,
      ranges.map(({ byDate }) => byDate),
    )
  interleaved.set(ranges[0]!, made)
  return made
}

/** Every row of a dataset in by-date order. */
export function wholeStream(reader: FileReader, parts: readonly OpenPart[]): Stream {
  function* spans() {
    const ranges = Map.groupBy(parts, ({ rangeOf }) => rangeOf)
    for (const part of parts) {
      if (part.rangeOf === null) {
        yield { file: part.byDate, first: 0, count: part.count, days: null }
        continue
      }
      const all = ranges.get(part.rangeOf)!
      if (part !== all[0]) continue
      const days = daysOf(reader, all)
      const newest = Math.max(...all.map((range) => range.newest))
      const oldest = Math.min(...all.map((range) => range.oldest))
      yield { file: { ...part.byDate, newest, oldest }, first: 0, count: days.count, days }
    }
  }
  return new Stream(spans())
}

/** The rows of one id; null if no part has any. */
export function idStream(reader: FileReader, parts: readonly OpenPart[], id: string): Stream | null {
  const key = Buffer.from(id)
  function* spans() {
    const files = parts.flatMap(({ byId }) => byId ?? [])
    for (const [i, file] of files.entries()) {
      const { groups } = reader.indexAmong(files, i)
      const group = groupOf(groups, key)
      if (group < 0) continue
      const first = groups.firsts[group]!
      yield { file, first, count: groups.firsts[group + 1]! - first, days: null }
    }
  }
  const stream = new Stream(spans())
  return stream.isEmpty ? null : stream
}

/** The ids of a part, in order. */
export function idsIn(reader: FileReader, { byId }: OpenPart): string[] {
  const { names, ends } = reader.index(byId!).groups
  const text = Buffer.from(names)
  return [...ends].map((end, i) => text.toString('utf8', i === 0 ? 0 : ends[i - 1], end))
}

/** True if every row of an id is hidden by default. */
export function isHiddenId(reader: FileReader, stream: Stream, id: string, inactive: ReadonlySet<string>): boolean {
  for (const { file, first, count } of stream.spans()) {
    const dataset = find(file.dataset)!
    if (isHiddenById(dataset)) return inactive.has(id)
    if (!file.inactive) return false
    const entries = reader.entries(file, first, first + count)
    for (let i = 0; i < entries.length; i += 2) if ((entries[i]! & hiddenBit) === 0) return false
  }
  return true
}

const everyDay: DayRange = { from: null, to: null }

/** Key dates of the newest and the oldest row of a stream that has rows. */
export function newestDate(reader: FileReader, stream: Stream): number {
  for (const { file, from } of stream.rows(reader, everyDay)) return reader.entries(file, from, from + 1)[1]!
  throw new RangeError('the stream has no row')
}

export function oldestDate(reader: FileReader, stream: Stream): number {
  const [last] = stream.backwards(reader, everyDay)
  return reader.entries(last!.file, last!.to - 1, last!.to)[1]!
}
