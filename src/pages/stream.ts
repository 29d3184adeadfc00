import type { FileReader } from './file.ts'
import { blockRows, hiddenBit } from './format.ts'
import type { Groups, OpenFile, OpenPart } from './open.ts'

/** Rows of one id, or of a whole dataset, over its parts: numbered from 0, key date descending. */
export type Stream = { readonly segments: readonly Segment[]; readonly count: number }
export type Segment = {
  readonly file: OpenFile
  /** First row of the segment in its file, and its number in the stream. */
  readonly first: number
  readonly start: number
  readonly count: number
}

const streamOf = (pieces: readonly { file: OpenFile; first: number; count: number }[]): Stream => {
  const segments: Segment[] = []
  let start = 0
  for (const piece of pieces)
    if (piece.count > 0) {
      segments.push({ ...piece, start })
      start += piece.count
    }
  return { segments, count: start }
}

/** Every row of a dataset in by-date order. */
export const wholeStream = (parts: readonly OpenPart[]): Stream =>
  streamOf(parts.map(({ byDate, count }) => ({ file: byDate, first: 0, count })))

function groupOf({ names, ends }: Groups, id: Buffer): number {
  let low = 0
  let high = ends.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const order = Buffer.compare(id, names.subarray(middle === 0 ? 0 : ends[middle - 1], ends[middle]))
    if (order === 0) return middle
    if (order < 0) high = middle - 1
    else low = middle + 1
  }
  return -1
}

/** The rows of one id; null where no part has any. `hidden` where all of them are left out by default. */
export function idStream(parts: readonly OpenPart[], id: string): { stream: Stream; hidden: boolean } | null {
  const key = Buffer.from(id)
  const pieces: { file: OpenFile; first: number; count: number }[] = []
  let hidden = true
  for (const { byId, groups, count } of parts) {
    if (!byId || count === 0) continue
    const group = groupOf(groups, key)
    if (group < 0) continue
    const first = groups.firsts[group]!
    pieces.push({ file: byId, first, count: groups.firsts[group + 1]! - first })
    hidden &&= groups.hidden[group] === 1
  }
  return pieces.length === 0 ? null : { stream: streamOf(pieces), hidden }
}

/** Number of the first row whose key date is below `date`, or not above it when `inclusive`; the count where none is. */
export function firstBelow(reader: FileReader, { segments, count }: Stream, date: number, inclusive: boolean): number {
  const isBelow = (other: number) => (inclusive ? other <= date : other < date)
  for (const { file, first, start, count: rows } of segments) {
    const end = first + rows
    // Blocks whose first row lies inside the segment; the row searched for is that of the first one below, or one of
    // the block before it.
    let low = Math.floor(first / blockRows) + 1
    let high = Math.ceil(end / blockRows)
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBelow(file.dates[middle]!)) high = middle
      else low = middle + 1
    }
    const from = Math.max(first, (low - 1) * blockRows)
    const to = Math.min(end, low * blockRows + 1)
    const entries = reader.entries(file, from, to)
    for (let row = from; row < to; row++) if (isBelow(entries[(row - from) * 2 + 1]!)) return start + row - first
  }
  return count
}

/** Visible rows of a stream before row `number`. */
export function visibleBefore(reader: FileReader, { segments }: Stream, number: number): number {
  let total = 0
  for (const { file, first, start, count } of segments) {
    if (number <= start) break
    total += visibleUpTo(reader, file, first + Math.min(count, number - start)) - visibleUpTo(reader, file, first)
  }
  return total
}

function visibleUpTo(reader: FileReader, file: OpenFile, row: number): number {
  const block = Math.min(Math.floor(row / blockRows), file.visible.length - 1)
  let total = file.visible[block]!
  const first = block * blockRows
  if (row > first) {
    const entries = reader.entries(file, first, row)
    for (let i = 0; i < entries.length; i += 2) if ((entries[i]! & hiddenBit) === 0) total++
  }
  return total
}
