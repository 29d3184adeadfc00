import type { Entries, FileReader } from './file.ts'
import { hiddenBit, lengthMask } from './format.ts'
import type { Page, Position, Range } from './select.ts'
import { firstBelow, type Segment, type Stream } from './stream.ts'

/** A place in one of several streams that are walked side by side, reading entries some at a time. */
class Walker {
  readonly #reader: FileReader
  readonly #stream: Stream
  readonly #range: Range
  readonly #ahead: number
  /** Number of the row under the walker and where it must stop: `low` included, `high` excluded. */
  number: number
  readonly #low: number
  readonly #high: number
  #entries: Entries = new Int32Array()
  #first = 0
  segment!: Segment
  date = 0
  entry = 0
  done = false

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

  /** Row of the file that the number stands for. */
  get row(): number {
    return this.number - this.segment.start + this.segment.first
  }

  advance(): void {
    const step = this.#range.ascending ? -1 : 1
    do {
      this.number += step
      if (this.number < this.#low || this.number >= this.#high) {
        this.done = true
        return
      }
      const at = this.number - this.#first
      if (at < 0 || at * 2 >= this.#entries.length) this.#load()
      const i = (this.number - this.#first) * 2
      this.entry = this.#entries[i]!
      this.date = this.#entries[i + 1]!
    } while (!this.#range.includeHidden && (this.entry & hiddenBit) !== 0)
  }

  #load(): void {
    const segment = this.#stream.segments.find(({ start, count }) => this.number < start + count)!
    const low = Math.max(this.#low, segment.start)
    const high = Math.min(this.#high, segment.start + segment.count)
    const from = this.#range.ascending ? Math.max(low, this.number - this.#ahead + 1) : this.number
    const to = this.#range.ascending ? this.number + 1 : Math.min(high, this.number + this.#ahead)
    const shift = segment.first - segment.start
    this.segment = segment
    this.#first = from
    this.#entries = this.#reader.entries(segment.file, from + shift, to + shift)
  }
}

/** The rows each stream has left, given where the last page ended. */
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

type Taken = { stream: number; segment: Segment; row: number; bytes: number }

/** The next `limit` rows of several ids in the dataset's one order: by date, then by id in the order of the streams. */
export function selectMany(
  reader: FileReader,
  streams: readonly Stream[],
  range: Range,
  after: Position | null,
  limit: number,
): Page {
  const ahead = Math.max(64, Math.ceil(limit / streams.length) + 32)
  const walkers = streams.map(
    (stream, i) => new Walker(reader, stream, range, boundsOf(reader, stream, i, range, after), ahead),
  )
  const order = walkers.map((_, i) => i)
  if (range.ascending) order.reverse()
  const taken: Taken[] = []
  let length = 0
  let last: Position | null = null
  while (taken.length < limit) {
    let date: number | null = null
    for (const { done, date: other } of walkers)
      if (!done && (date === null || (range.ascending ? other < date : other > date))) date = other
    if (date === null) break
    for (const i of order) {
      const walker = walkers[i]!
      while (!walker.done && walker.date === date && taken.length < limit) {
        const bytes = walker.entry & lengthMask
        taken.push({ stream: i, segment: walker.segment, row: walker.row, bytes })
        length += bytes
        last = { date, stream: i, row: walker.number }
        walker.advance()
      }
    }
  }
  return {
    count: taken.length,
    length,
    copy: (target, at) => lay(reader, taken, target, at),
    next: walkers.some(({ done }) => !done) ? last : null,
  }
}

/** Reads each stream's rows in long runs and lays them down in the merged order. */
function lay(reader: FileReader, taken: readonly Taken[], target: Uint8Array, at: number): void {
  const places = new Map<Segment, { from: number; to: number }>()
  for (const { segment, row } of taken) {
    const place = places.get(segment)
    if (!place) places.set(segment, { from: row, to: row + 1 })
    else {
      place.from = Math.min(place.from, row)
      place.to = Math.max(place.to, row + 1)
    }
  }
  const blocks = new Map<Segment, { bytes: Buffer; starts: Float64Array; from: number }>()
  for (const [segment, { from, to }] of places) {
    const entries = reader.entries(segment.file, from, to)
    const starts = new Float64Array(to - from + 1)
    for (let i = 0; i < to - from; i++) starts[i + 1] = starts[i]! + (entries[i * 2]! & lengthMask)
    const bytes = Buffer.allocUnsafe(starts[to - from]!)
    reader.copy(segment.file, from, to, reader.offsetOf(segment.file, from), bytes.length, bytes, 0)
    blocks.set(segment, { bytes, starts, from })
  }
  for (const { segment, row, bytes: size } of taken) {
    const { bytes, starts, from } = blocks.get(segment)!
    const start = starts[row - from]!
    bytes.copy(target, at, start, start + size)
    at += size
  }
}
