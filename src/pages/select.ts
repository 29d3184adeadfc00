import type { FileReader } from './file.ts'
import { hiddenBit, lengthMask } from './format.ts'
import { hiddenBetween } from './hidden.ts'
import type { FileRows, OpenFile } from './open.ts'
import type { DayRange, Stream } from './stream.ts'

/** The rows to select from streams. Dates are day numbers, both included. */
export type Range = DayRange & { readonly includeHidden: boolean; readonly ascending: boolean }

/**
 * The end of a page: for one stream the next row's number; for several the last row's date, stream and number; for rows as
 * they once stood the last row's key; for a wide frame that SQL reads the first day of the next page.
 */
export type Position =
  | { readonly next: number }
  | { readonly key: string }
  | { readonly day: number }
  | { readonly date: number; readonly stream: number; readonly row: number }

/** Consecutive rows of a file, all of which a page sends. */
export type Run = { readonly file: OpenFile; readonly from: number; to: number }

export type Page = {
  readonly count: number
  /** Bytes of the rows with separators. */
  readonly length: number
  /** Writes the rows into a buffer, and pauses after each step of a long page. */
  readonly copy: (target: Uint8Array, at: number) => Generator<void, void>
  /** The rows in the order of their file; null where they are merged or reversed. */
  readonly runs: readonly Run[] | null
  readonly next: Position | null
}

/** Hidden rows of some rows of a file that are whole days of a range. */
function hiddenIn(reader: FileReader, { file, from, to }: FileRows, range: DayRange): { rows: number; bytes: number } {
  const nothing = { rows: 0, bytes: 0 }
  if (!file.inactive) return nothing
  const days = reader.hiddenDays(file)
  if (days) return hiddenBetween(days, range.from ?? Number.NEGATIVE_INFINITY, range.to ?? Number.POSITIVE_INFINITY)
  const entries = reader.entries(file, from, to)
  for (let i = 0; i < entries.length; i += 2)
    if ((entries[i]! & hiddenBit) !== 0) {
      nothing.rows++
      nothing.bytes += entries[i]! & lengthMask
    }
  return nothing
}

/** The rows of a range that lie in one file, each file once. */
function filesOf(reader: FileReader, stream: Stream, range: DayRange): FileRows[] {
  const files = new Map<string, FileRows>()
  for (const rows of stream.rows(reader, range)) {
    const known = files.get(rows.file.path)
    files.set(rows.file.path, known ? { ...known, to: rows.to } : rows)
  }
  return [...files.values()]
}

/** Rows and bytes of a range, without reading rows. */
export function measure(reader: FileReader, streams: readonly Stream[], range: Range): { rows: number; bytes: number } {
  let [rows, bytes] = [0, 0]
  reader.each(streams, (stream) => {
    for (const one of filesOf(reader, stream, range)) {
      const hidden = range.includeHidden ? { rows: 0, bytes: 0 } : hiddenIn(reader, one, range)
      rows += one.to - one.from - hidden.rows
      bytes += reader.offsetOf(one.file, one.to) - reader.offsetOf(one.file, one.from) - hidden.bytes
    }
  })
  return { rows, bytes }
}

/** The number of hidden rows of a range. */
export const countHidden = (reader: FileReader, stream: Stream, range: Range): number =>
  filesOf(reader, stream, range).reduce((sum, one) => sum + hiddenIn(reader, one, range).rows, 0)

/** True if no row of a stream lies in the range. */
export function isEmpty(reader: FileReader, stream: Stream, range: Range): boolean {
  return stream.rows(reader, range).next().done === true
}

/** The runs of visible rows among some rows of a file. */
function* visibleRuns(reader: FileReader, { file, from, to }: FileRows, includeHidden: boolean): Generator<Run, void> {
  if (includeHidden || reader.isVisible(file, from, to)) {
    yield { file, from, to }
    return
  }
  const entries = reader.entries(file, from, to)
  for (let row = from; row < to; ) {
    const isHidden = () => (entries[(row - from) * 2]! & hiddenBit) !== 0
    while (row < to && isHidden()) row++
    const start = row
    while (row < to && !isHidden()) row++
    if (start < row) yield { file, from: start, to: row }
  }
}

/** The next `limit` rows of one stream. */
export function selectOne(
  reader: FileReader,
  stream: Stream,
  range: Range,
  after: Position | null,
  limit: number,
): Page {
  const resumed = after && 'next' in after ? after.next : null
  return range.ascending
    ? backwards(reader, stream, range, resumed, limit)
    : forwards(reader, stream, range, resumed, limit)
}

/** Rows that are looked at at once for hidden ones. */
const rowsAtOnce = 4_096

function forwards(reader: FileReader, stream: Stream, range: Range, resumed: number | null, limit: number): Page {
  const runs: Run[] = []
  let count = 0
  let next: Position | null = null
  reader.fetchAhead(stream.rows(reader, range, resumed ?? 0), limit + 1, false)
  search: for (const rows of stream.rows(reader, range, resumed ?? 0))
    for (let { from } = rows; from < rows.to; ) {
      const to = Math.min(rows.to, from + Math.max(1, Math.min(rowsAtOnce, limit - count)))
      for (const run of visibleRuns(reader, { ...rows, from, to }, range.includeHidden)) {
        if (count === limit) {
          next = { next: rows.number + run.from - rows.from }
          break search
        }
        const end = Math.min(run.to, run.from + limit - count)
        const last = runs.at(-1)
        if (last?.file === run.file && last.to === run.from) last.to = end
        else runs.push({ ...run, to: end })
        count += end - run.from
        if (end < run.to) {
          next = { next: rows.number + end - rows.from }
          break search
        }
      }
      from = to
    }
  const length = runs.reduce(
    (sum, { file, from, to }) => sum + reader.offsetOf(file, to) - reader.offsetOf(file, from),
    0,
  )
  return { count, length, copy: (target, at) => copyRuns(reader, runs, target, at), runs, next }
}

/** Rows of a step: their bytes, about 200 KB, are inflated in less than a millisecond. */
const stepRows = 512

function* copyRuns(reader: FileReader, runs: readonly Run[], target: Uint8Array, place: number): Generator<void, void> {
  let at = place
  let left = stepRows
  for (const { file, from, to } of runs)
    for (let row = from; row < to; ) {
      const end = Math.min(to, row + left)
      at += reader.copy(file, row, end, target, at)
      left -= end - row
      row = end
      if (left > 0) continue
      left = stepRows
      yield
    }
}

/** The next rows in ascending order: read as stored and reversed row by row. */
function backwards(reader: FileReader, stream: Stream, range: Range, resumed: number | null, limit: number): Page {
  const taken: { file: OpenFile; row: number; bytes: number }[] = []
  let length = 0
  let next: Position | null = null
  const found = stream.backwards(reader, range, 0, resumed === null ? undefined : resumed + 1)
  reader.fetchAhead(found, limit + 1, true)
  search: for (const rows of found)
    for (let to = rows.to; to > rows.from; ) {
      const from = Math.max(rows.from, to - Math.max(1, Math.min(rowsAtOnce, limit - taken.length)))
      const entries = reader.entries(rows.file, from, to)
      for (let row = to - 1; row >= from; row--) {
        const entry = entries[(row - from) * 2]!
        if (!range.includeHidden && (entry & hiddenBit) !== 0) continue
        if (taken.length === limit) {
          next = { next: rows.number + row - rows.from }
          break search
        }
        taken.push({ file: rows.file, row, bytes: entry & lengthMask })
        length += entry & lengthMask
      }
      to = from
    }
  return {
    count: taken.length,
    length,
    runs: null,
    *copy(target, place) {
      let at = place
      // Adjacent rows are read at once and copied in reverse.
      for (let i = 0; i < taken.length; ) {
        let j = i
        let bytes = 0
        for (; j < taken.length && j - i < stepRows; j++) {
          const isNext = taken[j]!.file === taken[i]!.file && taken[j]!.row === taken[i]!.row - (j - i)
          if (!isNext) break
          bytes += taken[j]!.bytes
        }
        const block = Buffer.allocUnsafe(bytes)
        reader.copy(taken[i]!.file, taken[j - 1]!.row, taken[i]!.row + 1, block, 0)
        for (let end = bytes; i < j; i++) {
          const size = taken[i]!.bytes
          block.copy(target, at, end - size, end)
          at += size
          end -= size
        }
        yield
      }
    },
    next,
  }
}
