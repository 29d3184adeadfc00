import type { FileReader } from './file.ts'
import { hiddenBit, lengthMask } from './format.ts'
import type { Page, Position, Range } from './select.ts'
import { fileRowsIn, firstBelow, type Stream } from './stream.ts'

/** The date of a stream that has no more rows: before every date, or behind every date where rows are ascending. */
const [beforeAll, behindAll] = [-0x8000_0000, 0x7fff_ffff]

/** The side entries of some consecutive rows of a stream, which may lie in several files. */
function entriesOf(reader: FileReader, stream: Stream, from: number, to: number): Int32Array {
  const entries = new Int32Array((to - from) * 2)
  let filled = 0
  for (const rows of fileRowsIn(stream, from, to)) {
    const some = reader.entries(rows.file, rows.from, rows.to)
    entries.set(some, filled)
    filled += some.length
  }
  return entries
}

/** Copies the bytes of consecutive rows of a stream into `target`. */
function copyRows(reader: FileReader, stream: Stream, from: number, to: number, target: Buffer, at: number): void {
  let place = at
  for (const rows of fileRowsIn(stream, from, to)) {
    const offset = reader.offsetOf(rows.file, rows.from)
    const length = reader.offsetOf(rows.file, rows.to) - offset
    reader.copy(rows.file, rows.from, rows.to, offset, length, target, place)
    place += length
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

/** One of the streams that are merged: a position in it, with the side entries of the rows around it. */
class Walker {
  readonly stream: Stream
  readonly #reader: FileReader
  readonly #range: Range
  readonly #ahead: number
  readonly #low: number
  readonly #high: number
  /** Number of the first row in `entries`. */
  first: number
  entries: Int32Array
  /** Number of the current row, and its key date. */
  number: number
  date = 0
  /** Numbers of the first and the last row that were taken; none at first. */
  taken: { from: number; to: number } | null = null

  constructor(reader: FileReader, stream: Stream, range: Range, bounds: { low: number; high: number }, ahead: number) {
    this.stream = stream
    this.#reader = reader
    this.#range = range
    this.#ahead = ahead
    this.#low = bounds.low
    this.#high = Math.max(bounds.low, bounds.high)
    this.number = range.ascending ? this.#high : this.#low - 1
    this.first = range.ascending ? Math.max(this.#low, this.#high - ahead) : this.#low
    this.entries = entriesOf(reader, stream, this.first, Math.min(this.first + ahead, this.#high))
    this.advance()
  }

  /** Goes to the next visible row. */
  advance(): void {
    const { ascending, includeHidden } = this.#range
    for (;;) {
      this.number += ascending ? -1 : 1
      if (this.number < this.#low || this.number >= this.#high) {
        this.date = ascending ? behindAll : beforeAll
        return
      }
      let at = (this.number - this.first) * 2
      if (at < 0 || at >= this.entries.length) {
        this.#readOn()
        at = (this.number - this.first) * 2
      }
      if (!includeHidden && (this.entries[at]! & hiddenBit) !== 0) continue
      this.date = this.entries[at + 1]!
      return
    }
  }

  /** Reads the entries of more rows beside those that are there. */
  #readOn(): void {
    const { entries } = this
    const from = this.#range.ascending ? Math.max(this.#low, this.first - this.#ahead) : this.first + entries.length / 2
    const to = this.#range.ascending ? this.first : Math.min(this.#high, from + this.#ahead)
    const more = entriesOf(this.#reader, this.stream, from, to)
    const all = new Int32Array(entries.length + more.length)
    all.set(this.#range.ascending ? more : entries)
    all.set(this.#range.ascending ? entries : more, this.#range.ascending ? more.length : entries.length)
    this.entries = all
    this.first = Math.min(this.first, from)
  }

  /** Takes the current row and returns its length. */
  take(): number {
    const { number, taken } = this
    if (!taken) this.taken = { from: number, to: number + 1 }
    else if (number < taken.from) taken.from = number
    else taken.to = number + 1
    return this.entries[(number - this.first) * 2]! & lengthMask
  }
}

/** The next `limit` rows of several ids in the dataset's order: by date, then by id in the order of the streams. */
export function selectMany(
  reader: FileReader,
  streams: readonly Stream[],
  range: Range,
  after: Position | null,
  limit: number,
): Page {
  const { ascending } = range
  const ahead = Math.max(32, Math.ceil(limit / streams.length) + 16)
  const walkers = reader.each(
    streams,
    (stream, i) => new Walker(reader, stream, range, boundsOf(reader, stream, i, range, after), ahead),
  )
  /** The streams in the order of their ids within a day. */
  const turns = walkers.map((_, i) => (ascending ? walkers.length - 1 - i : i))
  /** The stream of each row of the page. */
  const order = new Uint16Array(limit)
  let count = 0
  let length = 0
  let last: Position | null = null
  const isOver = (date: number): boolean => date === beforeAll || date === behindAll
  while (count < limit) {
    let date = ascending ? behindAll : beforeAll
    for (const { date: other } of walkers) if (ascending ? other < date : other > date) date = other
    if (isOver(date)) break
    for (const i of turns) {
      const walker = walkers[i]!
      while (walker.date === date && count < limit) {
        order[count++] = i
        length += walker.take()
        last = { date, stream: i, row: walker.number }
        walker.advance()
      }
    }
  }
  return {
    count,
    length,
    room: length,
    runs: null,
    *copy(target, at) {
      reader.unchanged(() => copyMerged(reader, walkers, order.subarray(0, count), range, target, at))
    },
    next: walkers.some(({ date }) => !isOver(date)) ? last : null,
  }
}

/** Buffer for the rows of a page in the order of their files, reused by the next call. */
let rowBuffer = Buffer.allocUnsafeSlow(1 << 20)
const largestRowBuffer = 8 << 20

/** Reads the rows of each stream at once and copies them in merged order. */
function copyMerged(
  reader: FileReader,
  walkers: readonly Walker[],
  order: Uint16Array,
  { ascending, includeHidden }: Range,
  target: Uint8Array,
  place: number,
): void {
  /** The next row of each stream among its entries, and where its bytes begin in the buffer, or end where ascending. */
  const [rows, places] = [new Int32Array(walkers.length), new Int32Array(walkers.length)]
  const starts = new Int32Array(walkers.length)
  let size = 0
  for (const [i, { taken, entries, first }] of walkers.entries()) {
    if (!taken) continue
    let bytes = 0
    for (let row = taken.from - first; row < taken.to - first; row++) bytes += entries[row * 2]! & lengthMask
    rows[i] = ascending ? taken.to - 1 - first : taken.from - first
    starts[i] = size
    places[i] = ascending ? size + bytes : size
    size += bytes
  }
  const bytes = size <= rowBuffer.length ? rowBuffer : Buffer.allocUnsafeSlow(size)
  if (size <= largestRowBuffer) rowBuffer = bytes
  reader.each(walkers, ({ taken, stream }, i) => {
    if (taken) copyRows(reader, stream, taken.from, taken.to, bytes, starts[i]!)
  })
  let to = place
  for (let n = 0; n < order.length; n++) {
    const i = order[n]!
    const { entries } = walkers[i]!
    let row = rows[i]!
    let entry = entries[row * 2]!
    while (!includeHidden && (entry & hiddenBit) !== 0) {
      places[i]! += ascending ? -(entry & lengthMask) : entry & lengthMask
      row += ascending ? -1 : 1
      entry = entries[row * 2]!
    }
    const length = entry & lengthMask
    const start = ascending ? places[i]! - length : places[i]!
    bytes.copy(target, to, start, start + length)
    places[i] = ascending ? start : start + length
    rows[i] = ascending ? row - 1 : row + 1
    to += length
  }
}
