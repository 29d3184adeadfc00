import type { Entries, FileReader } from './file.ts'
import { hiddenBit, lengthMask } from './format.ts'
import type { Page, Position, Range } from './select.ts'
import { firstBelow, type Segment, type Stream } from './stream.ts'

/** The rows of a segment from the first to the last on a page; read at once. */
type Span = { readonly segment: Segment; from: number; to: number; offset: number; end: number; at: number }

/** A position in one of several streams that are merged, with entries read ahead. */
class Walker {
  readonly #reader: FileReader
  readonly #stream: Stream
  readonly #range: Range
  readonly #ahead: number
  /** Number of the current row; `low` is included, `high` excluded. */
  number: number
  readonly #low: number
  readonly #high: number
  #entries: Entries = new Int32Array()
  #first = 0
  segment: Segment | null = null
  /** Byte offset of the current row in its file. */
  offset = 0
  date = 0
  entry = 0
  done = false
  span: Span | null = null

  constructor(reader: FileReader, stream: Stream, range: Range, bounds: { low: number; high: number }, ahead: number) {
    this.#reader = reader
    this.#stream = stream
    this.#range = range
    this.#ahead = ahead
    this.#low = bounds.low
    this.#high = bounds.high
    this.number = range.ascending ? bounds.high : bounds.low - 1
    this.advance()
  }

  advance(): void {
    const step = this.#range.ascending ? -1 : 1
    do {
      this.number += step
      if (this.number < this.#low || this.number >= this.#high) {
        this.done = true
        return
      }
      const passed = this.entry & lengthMask
      const at = this.number - this.#first
      const isNew = (at < 0 || at * 2 >= this.#entries.length) && this.#load()
      const i = (this.number - this.#first) * 2
      this.entry = this.#entries[i]!
      this.date = this.#entries[i + 1]!
      if (!isNew) this.offset += step > 0 ? passed : -(this.entry & lengthMask)
    } while (!this.#range.includeHidden && (this.entry & hiddenBit) !== 0)
  }

  /** Reads entries from the current row on; true at the first row of a segment. */
  #load(): boolean {
    const segment = this.#stream.segments.find(({ start, count }) => this.number < start + count)!
    const shift = segment.first - segment.start
    const isNew = segment !== this.segment
    // The block is still cached from the search.
    if (isNew) this.offset = this.#reader.offsetOf(segment.file, this.number + shift)
    const low = Math.max(this.#low, segment.start)
    const high = Math.min(this.#high, segment.start + segment.count)
    const from = this.#range.ascending ? Math.max(low, this.number - this.#ahead + 1) : this.number
    const to = this.#range.ascending ? this.number + 1 : Math.min(high, this.number + this.#ahead)
    this.segment = segment
    this.#first = from
    this.#entries = this.#reader.entries(segment.file, from + shift, to + shift)
    return isNew
  }

  /** Adds the current row to the span of its segment. */
  take(spans: Span[]): Span {
    const segment = this.segment!
    const row = this.number - segment.start + segment.first
    const end = this.offset + (this.entry & lengthMask)
    const { span } = this
    if (span?.segment !== segment) {
      this.span = { segment, from: row, to: row + 1, offset: this.offset, end, at: 0 }
      spans.push(this.span)
      return this.span
    }
    if (this.#range.ascending) {
      span.from = row
      span.offset = this.offset
    } else {
      span.to = row + 1
      span.end = end
    }
    return span
  }
}

/** The rows that a stream has left after the previous page. */
function boundsOf(
  reader: FileReader,
  stream: Stream,
  index: number,
  { from, to, ascending }: Range,
  after: Position | null,
) {
  let low = to === null ? 0 : firstBelow(reader, stream, to, true)
  let high = from === null ? stream.count : firstBelow(reader, stream, from, false)
  if (after && 'date' in after) {
    if (ascending) {
      const end = index === after.stream ? after.row : firstBelow(reader, stream, after.date, index > after.stream)
      high = Math.min(high, end)
    } else {
      const start =
        index === after.stream ? after.row + 1 : firstBelow(reader, stream, after.date, index > after.stream)
      low = Math.max(low, start)
    }
  }
  return { low, high }
}

/** The rows of a page in order: their spans, byte offsets and sizes. */
type MergedRows = { readonly spans: Span[]; readonly offsets: Float64Array; readonly sizes: Int32Array; count: number }

/** The next `limit` rows of several ids in the dataset's order: by date, then by id in the order of the streams. */
export function selectMany(
  reader: FileReader,
  streams: readonly Stream[],
  range: Range,
  after: Position | null,
  limit: number,
): Page {
  const ahead = Math.max(32, Math.ceil(limit / streams.length) + 16)
  const walkers = streams.map(
    (stream, i) => new Walker(reader, stream, range, boundsOf(reader, stream, i, range, after), ahead),
  )
  const order = walkers.map((_, i) => i)
  if (range.ascending) order.reverse()
  const spans: Span[] = []
  const taken: MergedRows = { spans: [], offsets: new Float64Array(limit), sizes: new Int32Array(limit), count: 0 }
  let length = 0
  let last: Position | null = null
  while (taken.count < limit) {
    let date: number | null = null
    for (const { done, date: other } of walkers)
      if (!done && (date === null || (range.ascending ? other < date : other > date))) date = other
    if (date === null) break
    for (const i of order) {
      const walker = walkers[i]!
      while (!walker.done && walker.date === date && taken.count < limit) {
        const bytes = walker.entry & lengthMask
        taken.spans.push(walker.take(spans))
        taken.offsets[taken.count] = walker.offset
        taken.sizes[taken.count++] = bytes
        length += bytes
        last = { date, stream: i, row: walker.number }
        walker.advance()
      }
    }
  }
  return {
    count: taken.count,
    length,
    room: length,
    runs: null,
    copy: (target, at) => copyMerged(reader, spans, taken, target, at),
    next: walkers.some(({ done }) => !done) ? last : null,
  }
}

/** Buffer for the spans of a page, reused by the next call. */
let desk = Buffer.allocUnsafeSlow(1 << 20)
const largestDesk = 8 << 20

/** Reads the spans and copies their rows in merged order. */
function copyMerged(
  reader: FileReader,
  spans: readonly Span[],
  taken: MergedRows,
  target: Uint8Array,
  place: number,
): void {
  let size = 0
  for (const span of spans) {
    span.at = size
    size += span.end - span.offset
  }
  const bytes = size <= desk.length ? desk : Buffer.allocUnsafeSlow(size)
  if (size <= largestDesk) desk = bytes
  for (const { segment, from, to, offset, end, at } of spans)
    reader.copy(segment.file, from, to, offset, end - offset, bytes, at)
  let to = place
  for (let i = 0; i < taken.count; i++) {
    const { at, offset } = taken.spans[i]!
    const start = at + taken.offsets[i]! - offset
    bytes.copy(target, to, start, start + taken.sizes[i]!)
    to += taken.sizes[i]!
  }
}
