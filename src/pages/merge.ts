import type { FileReader } from './file.ts'
import { hiddenBit, lengthMask } from './format.ts'
import type { FileRows } from './open.ts'
import type { Entries } from './rowScan.ts'
import { type Page, type Position, type Range, type Run, selectOne } from './select.ts'
import type { DayRange, Stream } from './stream.ts'

/** The date of a stream that has no more rows: before every date, or behind every date where rows are ascending. */
const [beforeAll, behindAll] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]

/** The rows that stream `index` has left after the previous page: its days, and the numbers of its rows. */
function left(index: number, { from, to, ascending }: Range, after: Position | null) {
  const days: DayRange = { from, to }
  if (!after || !('date' in after)) return { days, low: 0, high: undefined }
  const { date, stream, row } = after
  if (index === stream) return ascending ? { days, low: 0, high: row } : { days, low: row + 1, high: undefined }
  // The streams of a day have their turns in the order of their ids.
  if (ascending) {
    const first = index > stream ? date + 1 : date
    return { days: { from: Math.max(from ?? first, first), to }, low: 0, high: undefined }
  }
  const last = index > stream ? date : date - 1
  return { days: { from, to: Math.min(to ?? last, last) }, low: 0, high: undefined }
}

/** One of the streams that are merged: its current row, and the rows that were taken. */
class Walker {
  readonly #reader: FileReader
  readonly #range: Range
  readonly #rows: Iterator<FileRows, void>
  readonly #ahead: number
  /** Rows of a file that are left, the entries of some of them, and the current row. */
  #left: FileRows | null = null
  #entries: Entries = new Int32Array(0)
  #first = 0
  #row = 0
  date = 0
  number = 0
  /** The rows that were taken, in the order of the file, and the length of each in the order in which it was taken. */
  readonly runs: Run[] = []
  readonly lengths: number[] = []

  constructor(reader: FileReader, stream: Stream, index: number, range: Range, after: Position | null, ahead: number) {
    this.#reader = reader
    this.#range = range
    this.#ahead = ahead
    const { days, low, high } = left(index, range, after)
    const rows = () =>
      range.ascending ? stream.backwards(reader, days, low, high).values() : stream.rows(reader, days, low, high)
    reader.fetchAhead(rows(), ahead, range.ascending)
    this.#rows = rows()
    this.advance()
  }

  /** Goes to the next visible row. */
  advance(): void {
    const { ascending, includeHidden } = this.#range
    for (;;) {
      this.#row += ascending ? -1 : 1
      const at = (this.#row - this.#first) * 2
      if ((at < 0 || at >= this.#entries.length) && !this.#readOn()) {
        this.date = ascending ? behindAll : beforeAll
        return
      }
      const entry = (this.#row - this.#first) * 2
      if (!includeHidden && (this.#entries[entry]! & hiddenBit) !== 0) continue
      this.date = this.#entries[entry + 1]!
      this.number = this.#current!.number + this.#row - this.#current!.from
      return
    }
  }

  /** The rows of a file that hold the current one. */
  #current: FileRows | null = null

  /** Reads the entries of more rows; false where there are none. */
  #readOn(): boolean {
    if (!this.#left || this.#left.from === this.#left.to) {
      const next = this.#rows.next()
      if (next.done) return false
      this.#left = next.value
      this.#current = next.value
    }
    const { file, from, to } = this.#left
    if (this.#range.ascending) {
      this.#first = Math.max(from, to - this.#ahead)
      this.#entries = this.#reader.entries(file, this.#first, to)
      this.#row = to - 1
      this.#left = { ...this.#left, to: this.#first }
    } else {
      const end = Math.min(to, from + this.#ahead)
      this.#first = from
      this.#entries = this.#reader.entries(file, from, end)
      this.#row = from
      this.#left = { ...this.#left, from: end }
    }
    return true
  }

  /** Takes the current row and returns its length. */
  take(): number {
    const { file } = this.#current!
    const [last, row] = [this.runs.at(-1), this.#row]
    if (last?.file === file && last.to === row) last.to++
    else if (last?.file === file && last.from === row + 1) this.runs[this.runs.length - 1] = { ...last, from: row }
    else this.runs.push({ file, from: row, to: row + 1 })
    const length = this.#entries[(row - this.#first) * 2]! & lengthMask
    this.lengths.push(length)
    return length
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
  const walkers = reader.each(streams, (stream, i) => new Walker(reader, stream, i, range, after, ahead))
  /** The streams in the order of their ids within a day. */
  const turns = walkers.map((_, i) => (ascending ? walkers.length - 1 - i : i))
  /** The stream of each row of the page. */
  const order = new Uint16Array(limit)
  let count = 0
  let length = 0
  let last: Position | null = null
  const isOver = (date: number): boolean => date === beforeAll || date === behindAll
  while (count < limit) {
    let date: number = ascending ? behindAll : beforeAll
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
    runs: null,
    *copy(target, at) {
      copyMerged(reader, walkers, order.subarray(0, count), ascending, target, at)
      yield
    },
    next: walkers.some(({ date }) => !isOver(date)) ? last : null,
  }
}

/** Reads the rows of each stream at once and copies them in merged order. */
function copyMerged(
  reader: FileReader,
  walkers: readonly Walker[],
  order: Uint16Array,
  ascending: boolean,
  target: Uint8Array,
  place: number,
): void {
  const size = walkers.reduce((sum, { lengths }) => sum + lengths.reduce((bytes, length) => bytes + length, 0), 0)
  const bytes = Buffer.allocUnsafe(size)
  /** The place of each row that was taken. */
  let start = 0
  const places = reader.each(walkers, ({ runs, lengths }) => {
    const all: number[] = []
    for (const { file, from, to } of runs) {
      const copied = reader.copy(file, from, to, bytes, start)
      let at = ascending ? start + copied : start
      for (let row = from; row < to; row++) {
        const length = lengths[all.length]!
        if (ascending) at -= length
        all.push(at)
        if (!ascending) at += length
      }
      start += copied
    }
    return all
  })
  const taken = new Uint32Array(walkers.length)
  let to = place
  for (const i of order) {
    const row = taken[i]!++
    const [from, length] = [places[i]![row]!, walkers[i]!.lengths[row]!]
    bytes.copy(target, to, from, from + length)
    to += length
  }
}

const nothing: Page = { count: 0, length: 0, copy: function* () {}, runs: [], next: null }

/** The next `limit` rows of some streams in the dataset's order. */
export function selectRows(
  reader: FileReader,
  streams: readonly Stream[],
  range: Range,
  after: Position | null,
  limit: number,
): Page {
  if (streams.length === 0) return nothing
  return streams.length === 1
    ? selectOne(reader, streams[0]!, range, after, limit)
    : selectMany(reader, streams, range, after, limit)
}
