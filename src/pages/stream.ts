import { firstWhere, type InterleavedDays, interleaved, type Span } from './days.ts'
import type { FileReader } from './file.ts'
import { blockRows, hiddenBit } from './format.ts'
import type { Groups, OpenFile, OpenPart } from './open.ts'

/** Rows of one id, or of a whole dataset, over its parts: numbered from 0, key date descending. */
export type Stream = { readonly spans: readonly StreamSpan[]; readonly count: number }

/** `days` are the rows of several ranges of ids, which are cut into spans of their own; null for those of one file. */
type StreamSpan = Span & { readonly days: InterleavedDays | null }

const spanOf = (file: OpenFile, first: number, start: number, count: number, { byDate }: OpenPart): StreamSpan => ({
  file,
  first,
  start,
  count,
  newest: byDate.dates[0]!,
  oldest: byDate.lastDate,
  filled: 0,
  days: null,
})

/** The rows of a part that lies in ranges of ids. */
function spanOfRanges(ranges: readonly OpenPart[], start: number): StreamSpan {
  const days = interleaved(ranges)
  const [newest, oldest] = [days.dates[0]!, days.dates.at(-1)!]
  return { file: days.files[0]!, first: 0, start, count: days.count, newest, oldest, filled: 0, days }
}

/** The spans of single files that hold rows from `from` up to `to`, newest first or last. */
export function* spansIn({ spans }: Stream, from: number, to: number, isBackwards = false): Generator<Span, void> {
  for (const span of isBackwards ? spans.toReversed() : spans) {
    const { start, count, days } = span
    const [low, high] = [Math.max(from, start), Math.min(to, start + count)]
    if (low >= high) continue
    if (days) yield* days.spans(low - start, high - start, start, isBackwards)
    else yield span
  }
}

/** Every row of a dataset in by-date order. */
export function wholeStream(parts: readonly OpenPart[]): Stream {
  const spans: StreamSpan[] = []
  let start = 0
  // The ranges of a part are named by the part and their first id.
  for (const [, own] of Map.groupBy(parts, ({ part }) => part.split('@')[0])) {
    const [part] = own as [OpenPart]
    if (part.count === 0) continue
    const span = part.byDate.days ? spanOfRanges(own, start) : spanOf(part.byDate, 0, start, part.count, part)
    spans.push(span)
    start += span.count
  }
  return { spans, count: start }
}

/** Compares an id with the bytes of a name without allocating. */
function compare(id: Buffer, names: Uint8Array, start: number, end: number): number {
  const length = Math.min(id.length, end - start)
  for (let i = 0; i < length; i++) if (id[i] !== names[start + i]) return id[i]! - names[start + i]!
  return id.length - (end - start)
}

function groupOf({ names, ends }: Groups, id: Buffer): number {
  let low = 0
  let high = ends.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const order = compare(id, names, middle === 0 ? 0 : ends[middle - 1]!, ends[middle]!)
    if (order === 0) return middle
    if (order < 0) high = middle - 1
    else low = middle + 1
  }
  return -1
}

/** The rows of one id; null if no part has any. `hidden` if all of them are hidden. */
export function idStream(parts: readonly OpenPart[], id: string): { stream: Stream; hidden: boolean } | null {
  const key = Buffer.from(id)
  const spans: StreamSpan[] = []
  let start = 0
  let hidden = true
  for (const part of parts) {
    const { byId, groups } = part
    if (!byId || part.count === 0) continue
    const group = groupOf(groups, key)
    if (group < 0) continue
    const first = groups.firsts[group]!
    const count = groups.firsts[group + 1]! - first
    spans.push(spanOf(byId, first, start, count, part))
    start += count
    hidden &&= groups.hidden[group] === 1
  }
  return spans.length === 0 ? null : { stream: { spans, count: start }, hidden }
}

/** Number of the first row with a key date below `date`, or not above it if `inclusive`; the count if there is none. */
export function firstBelow(reader: FileReader, { spans, count }: Stream, date: number, inclusive: boolean): number {
  const bound = inclusive ? date + 1 : date
  for (const { file, first, start, count: rows, newest, oldest, days } of spans) {
    if (oldest >= bound) continue
    if (newest < bound) return start
    if (days) return start + days.firstBelow(bound)
    const end = first + rows
    // Blocks whose first row lies inside the span; the row is the first of the first block below the bound, or
    // in the block before it.
    const [low, high] = [Math.floor(first / blockRows) + 1, Math.ceil(end / blockRows)]
    const block = firstWhere(low, high, (middle) => file.dates[middle]! < bound)
    const before = (block - 1) * blockRows
    const to = Math.min(end, block * blockRows)
    const entries = reader.block(file, block - 1)
    for (let row = Math.max(first, before); row < to; row++)
      if (entries[(row - before) * 2 + 1]! < bound) return start + row - first
    if (to < end) return start + to - first
  }
  return count
}

/** The key date of a row. */
export function dateAt(reader: FileReader, stream: Stream, number: number): number {
  const [found] = spansIn(stream, number, number + 1)
  const { file, first, start } = found!
  const row = number - start + first
  return reader.block(file, Math.floor(row / blockRows))[(row % blockRows) * 2 + 1]!
}

/** True if a row from `number` to `end` is visible; usually the first is. */
export function hasVisible(reader: FileReader, stream: Stream, number: number, end: number): boolean {
  if (number >= end) return false
  const [found] = spansIn(stream, number, number + 1)
  const { file, first, start } = found!
  const row = number - start + first
  return (
    reader.isVisible(file, row, row + 1) || visibleBefore(reader, stream, end) > visibleBefore(reader, stream, number)
  )
}

/** Visible rows of a stream before row `number`. */
function visibleBefore(reader: FileReader, stream: Stream, number: number): number {
  let total = 0
  for (const rows of fileRowsIn(stream, 0, number)) total += visibleIn(reader, rows)
  return total
}

/** Consecutive rows of a file. */
type FileRows = { readonly file: OpenFile; readonly from: number; readonly to: number }

/** Some rows of a span, by file. */
export function fileRowsOf({ file, first, days }: StreamSpan, low: number, high: number): FileRows[] {
  if (!days) return [{ file, from: first + low, to: first + high }]
  const [from, to] = [days.rowsAt(low), days.rowsAt(high)]
  return days.files.map((range, i) => ({ file: range, from: from[i]!, to: to[i]! }))
}

/** The rows of a stream from `from` up to `to`, by file. */
export function* fileRowsIn({ spans }: Stream, from: number, to: number): Generator<FileRows, void> {
  for (const span of spans) {
    const [low, high] = [Math.max(0, from - span.start), Math.min(span.count, to - span.start)]
    if (low < high) yield* fileRowsOf(span, low, high)
  }
}

export const visibleIn = (reader: FileReader, { file, from, to }: FileRows): number =>
  visibleUpTo(reader, file, to) - visibleUpTo(reader, file, from)

function visibleUpTo(reader: FileReader, file: OpenFile, row: number): number {
  if (row >= file.count) return file.shown
  const block = Math.floor(row / blockRows)
  let total = file.visible[block]!
  const first = block * blockRows
  if (row > first) {
    const entries = reader.block(file, block)
    for (let i = 0; i < (row - first) * 2; i += 2) if ((entries[i]! & hiddenBit) === 0) total++
  }
  return total
}
