import type { Span } from './days.ts'
import type { FileReader } from './file.ts'
import { hiddenBit, lengthMask } from './format.ts'
import type { OpenFile } from './open.ts'
import { fileRowsOf, firstBelow, hasVisible, type Stream, spansIn, visibleIn } from './stream.ts'

/** The rows to select from streams. Dates are day numbers, both included. */
export type Range = {
  readonly from: number | null
  readonly to: number | null
  readonly includeHidden: boolean
  readonly ascending: boolean
}

/** The end of a page: for one stream the next row's number; for several the last row's date, stream and number. */
export type Position =
  | { readonly next: number }
  | { readonly date: number; readonly stream: number; readonly row: number }

/** Consecutive rows of a file, and where their bytes lie among the plain rows. */
export type Run = { file: OpenFile; from: number; to: number; offset: number; length: number }

export type Page = {
  readonly count: number
  /** Bytes of the rows with separators. */
  readonly length: number
  /** Bytes that `copy` needs: hidden rows in between are read too and then closed up. */
  readonly room: number
  /** Writes the rows into a buffer, and pauses after each step of a long page; the files may change in between. */
  readonly copy: (target: Uint8Array, at: number) => Generator<void, void>
  /** The rows in the order of their file; null where they are merged or reversed. */
  readonly runs: readonly Run[] | null
  readonly next: Position | null
}

const boundsOf = (reader: FileReader, stream: Stream, { from, to }: Range): [number, number] => [
  to === null ? 0 : firstBelow(reader, stream, to, true),
  from === null ? stream.count : firstBelow(reader, stream, from, false),
]

/** Rows and bytes of a range, without reading rows. */
export function measure(reader: FileReader, streams: readonly Stream[], range: Range): { rows: number; bytes: number } {
  let rows = 0
  let bytes = 0
  reader.each(streams, (stream) => {
    const [start, end] = boundsOf(reader, stream, range)
    for (const span of stream.spans) {
      const { start: at, count } = span
      const [low, high] = [Math.max(start, at) - at, Math.min(end, at + count) - at]
      if (low >= high) continue
      const fileRows = fileRowsOf(span, low, high)
      const all = range.includeHidden ? high - low : fileRows.reduce((sum, rows) => sum + visibleIn(reader, rows), 0)
      rows += all
      for (const { file, from, to } of fileRows)
        if (all === high - low) bytes += reader.offsetOf(file, to) - reader.offsetOf(file, from)
        else {
          const entries = reader.entries(file, from, to)
          for (let i = 0; i < entries.length; i += 2)
            if ((entries[i]! & hiddenBit) === 0) bytes += entries[i]! & lengthMask
        }
    }
  })
  return { rows, bytes }
}

/** The number of hidden rows of a range; whole files are counted without reading. */
export function countHidden(reader: FileReader, stream: Stream, range: Range): number {
  const [start, end] = boundsOf(reader, stream, range)
  let hidden = 0
  for (const span of stream.spans) {
    const { start: at, count } = span
    const [low, high] = [Math.max(start, at) - at, Math.min(end, at + count) - at]
    if (low >= high) continue
    hidden += high - low
    for (const rows of fileRowsOf(span, low, high)) hidden -= visibleIn(reader, rows)
  }
  return hidden
}

/** True if no row of a stream lies in the range. */
export function isEmpty(reader: FileReader, stream: Stream, range: Range): boolean {
  const [start, end] = boundsOf(reader, stream, range)
  return start >= end
}

/** The next `limit` rows of one stream. */
export function selectOne(
  reader: FileReader,
  stream: Stream,
  range: Range,
  after: Position | null,
  limit: number,
): Page {
  const [start, end] = boundsOf(reader, stream, range)
  const resumed = after && 'next' in after ? after.next : null
  return range.ascending
    ? backwards(reader, stream, start, Math.min(end, resumed === null ? end : resumed + 1), range, limit)
    : forwards(reader, stream, Math.max(start, resumed ?? start), end, range, limit)
}

function forwards(reader: FileReader, stream: Stream, start: number, end: number, range: Range, limit: number): Page {
  const runs: Run[] = []
  let count = 0
  let length = 0
  let number = start
  for (const { file, first, start: at, count: rows, filled } of spansIn(stream, start, end)) {
    if (count === limit) break
    const stop = Math.min(end, at + rows)
    let row = number - at + first
    let offset = reader.offsetOf(file, row)
    while (number < stop && count < limit) {
      const take = Math.min(stop - number, limit - count)
      if (range.includeHidden || reader.isVisible(file, row, row + take)) {
        const bytes = reader.offsetOf(file, row + take) - offset
        // The whole piece can be sent as it lies in the file.
        const to = number + take === at + rows ? row + take + filled : row + take
        runs.push({ file, from: row, to, offset, length: bytes })
        length += bytes
        count += take
        number += take
        break
      }
      const entries = reader.entries(file, row, row + take)
      let run: Run | null = null
      for (let i = 0; i < take; i++) {
        const entry = entries[i * 2]!
        const bytes = entry & lengthMask
        if ((entry & hiddenBit) === 0) {
          if (!run) {
            run = { file, from: row + i, to: row + i, offset, length: 0 }
            runs.push(run)
          }
          run.to++
          run.length += bytes
          length += bytes
          count++
        } else run = null
        offset += bytes
      }
      row += take
      number += take
    }
  }
  const more = number < end && (range.includeHidden || hasVisible(reader, stream, number, end))
  let room = length
  for (let i = 1; i < runs.length; i++) if (isNear(runs[i - 1]!, runs[i]!)) room += gapOf(runs[i - 1]!, runs[i]!)
  return {
    count,
    length,
    room,
    copy: (target, at) => copyRuns(reader, runs, target, at),
    runs,
    next: more ? { next: number } : null,
  }
}

const gapOf = (a: Run, b: Run): number => b.offset - a.offset - a.length
const isNear = (a: Run, b: Run): boolean => a.file === b.file && gapOf(a, b) < 16 << 10

/** Rows of a step: their bytes, about 200 KB, are read and checked in a fraction of a millisecond. */
const stepRows = 1_024

/** Divides runs into steps. */
function* stepsOf(reader: FileReader, runs: readonly Run[]): Generator<Run> {
  for (const run of runs) {
    if (run.to - run.from <= stepRows) {
      yield run
      continue
    }
    const { file } = run
    let { from, offset } = run
    while (from < run.to) {
      const to = Math.min(run.to, (Math.floor(from / stepRows) + 1) * stepRows)
      const end = to === run.to ? run.offset + run.length : reader.offsetOf(file, to)
      yield { file, from, to, offset, length: end - offset }
      from = to
      offset = end
    }
  }
}

/** Reads nearby runs together, because a system call costs more than the bytes between them. */
function* copyRuns(
  reader: FileReader,
  whole: readonly Run[],
  target: Uint8Array,
  place: number,
): Generator<void, void> {
  const runs = [...stepsOf(reader, whole)]
  let at = place
  for (let i = 0; i < runs.length; ) {
    const { file, from, offset } = runs[i]!
    let j = i
    while (j + 1 < runs.length && runs[j + 1]!.to - from <= stepRows && isNear(runs[j]!, runs[j + 1]!)) j++
    const last = runs[j]!
    const base = at
    const bytes = last.offset + last.length - offset
    reader.unchanged(() => reader.copy(file, from, last.to, offset, bytes, target, base))
    for (; i <= j; i++) {
      const { length, offset: own } = runs[i]!
      const start = base + own - offset
      if (start !== at) target.copyWithin(at, start, start + length)
      at += length
    }
    if (i < runs.length) yield
  }
}

/** The next rows in ascending order: read as stored and reversed row by row. */
function backwards(reader: FileReader, stream: Stream, start: number, end: number, range: Range, limit: number): Page {
  const taken: { span: Span; row: number; bytes: number }[] = []
  let number = end
  let length = 0
  for (const span of spansIn(stream, start, end, true)) {
    if (taken.length === limit) break
    const { file, first, start: at } = span
    const low = Math.max(start, at)
    while (number > low && taken.length < limit) {
      const take = Math.min(number - low, limit - taken.length)
      const row = number - take - at + first
      const entries = reader.entries(file, row, row + take)
      for (let i = take - 1; i >= 0; i--) {
        const entry = entries[i * 2]!
        if (!range.includeHidden && (entry & hiddenBit) !== 0) continue
        taken.push({ span, row: row + i, bytes: entry & lengthMask })
        length += entry & lengthMask
      }
      number -= take
    }
  }
  const more = number > start && (range.includeHidden || hasVisible(reader, stream, start, number))
  return {
    count: taken.length,
    length,
    room: length,
    runs: null,
    *copy(target, place) {
      let at = place
      // Adjacent rows are read at once and copied in reverse.
      for (let i = 0; i < taken.length; ) {
        const { span } = taken[i]!
        let j = i
        while (
          j + 1 < taken.length &&
          j + 1 - i < stepRows &&
          taken[j + 1]!.span === span &&
          taken[j + 1]!.row === taken[j]!.row - 1
        )
          j++
        const from = taken[j]!.row
        const to = taken[i]!.row + 1
        const offset = reader.offsetOf(span.file, from)
        let bytes = 0
        for (let k = i; k <= j; k++) bytes += taken[k]!.bytes
        const block = Buffer.allocUnsafe(bytes)
        reader.unchanged(() => reader.copy(span.file, from, to, offset, bytes, block, 0))
        let end = bytes
        for (; i <= j; i++) {
          const size = taken[i]!.bytes
          block.copy(target, at, end - size, end)
          at += size
          end -= size
        }
        if (i < taken.length) yield
      }
    },
    next: more ? { next: number - 1 } : null,
  }
}
