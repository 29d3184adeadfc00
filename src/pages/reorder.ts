import { closeSync, openSync } from 'node:fs'
import { lengthMask, pieceRows, sideBytes } from './format.ts'
import type { RowFile } from './rowFile.ts'
import { readAll } from './side.ts'

/** The rows of one id in the by-id file. */
export type Group = { readonly id: string; readonly rows: number; readonly bytes: number }

type ReorderOptions = {
  /** Paths of the by-id file and its side file. */
  readonly rows: string
  readonly side: string
  readonly groups: readonly Group[]
  /** The key dates of all rows. */
  readonly dates: Iterable<number>
  /** Maximum bytes to hold. */
  readonly most: number
  /** Whether each day is filled up to whole pieces. */
  readonly isFilled?: boolean
}

const nothing = Buffer.alloc(0)

/** Limits of one read. */
const [leastRead, mostRead] = [512, 1 << 20]

/** Reads consecutive bytes of a file through a bounded buffer. */
class SequentialReader {
  readonly #fd: number
  readonly #end: number
  readonly #size: number
  #position: number
  /** The bytes read, and the position of the next one in them. */
  buffer: Buffer = nothing
  at = 0

  constructor(fd: number, start: number, length: number, size: number) {
    this.#fd = fd
    this.#position = start
    this.#end = start + length
    this.#size = size
  }

  /** Reads until this many bytes are in the buffer. */
  need(length: number): void {
    if (this.buffer.length - this.at >= length) return
    const held = this.buffer.subarray(this.at)
    const size = Math.min(Math.max(length, this.#size), held.length + this.#end - this.#position)
    const next = Buffer.allocUnsafeSlow(size)
    held.copy(next)
    if (size < length || !readAll(this.#fd, next.subarray(held.length), this.#position))
      throw new Error('a page file ended before its last row')
    this.#position += size - held.length
    this.buffer = next
    this.at = 0
  }
}

/**
 * Copies rows from by-id to by-date order. Each id's rows are newest first, so the ids are merged as streams, day by
 * day, holding a buffer of each.
 */
export function reorder({ rows, side, groups, dates, most, isFilled }: ReorderOptions, to: RowFile): void {
  const [rowFd, sideFd] = [openSync(rows, 'r'), openSync(side, 'r')]
  const share = Math.min(mostRead, Math.max(leastRead, Math.floor(most / 2 / Math.max(1, groups.length))))
  let [rowAt, byteAt] = [0, 0]
  const streams = groups.map(({ rows: count, bytes }) => {
    const stream = {
      left: count,
      row: rowAt,
      bytes: new SequentialReader(rowFd, byteAt, bytes, share),
      side: new SequentialReader(sideFd, rowAt * sideBytes, count * sideBytes, Math.max(sideBytes, (share >> 4) & ~7)),
    }
    rowAt += count
    byteAt += bytes
    return stream
  })
  const waiting = new Map<number, number[]>()
  const wait = (group: number) => {
    const { left, side: entries, bytes } = streams[group]!
    if (left === 0) {
      // Frees the buffers.
      entries.buffer = nothing
      bytes.buffer = nothing
      return
    }
    entries.need(sideBytes)
    const date = entries.buffer.readInt32LE(entries.at + 4)
    const others = waiting.get(date)
    if (others) others.push(group)
    else waiting.set(date, [group])
  }
  for (const group of streams.keys()) wait(group)

  const out = Buffer.allocUnsafeSlow(Math.min(Math.max(65_536, byteAt), Math.max(65_536, most >> 2)))
  let [held, pieceStart] = [0, 0]
  /** The first row of the piece being filled, by its position in by-id order, and the row that would follow there. */
  let [first, next] = [0, 0]
  const flush = () => {
    to.write(out.subarray(0, held), pieceStart)
    held = 0
    pieceStart = 0
  }
  for (const date of [...dates].sort((a, b) => b - a)) {
    for (const group of (waiting.get(date) ?? []).sort((a, b) => a - b)) {
      const stream = streams[group]!
      const { side: entries, bytes } = stream
      while (stream.left > 0) {
        entries.need(sideBytes)
        if (entries.buffer.readInt32LE(entries.at + 4) !== date) break
        const flagged = entries.buffer.readUInt32LE(entries.at)
        const length = flagged & lengthMask
        entries.at += sideBytes
        stream.left--
        const row = stream.row++
        const filled = to.side.size % pieceRows
        if (filled === 0) first = row % pieceRows === 0 ? row : Number.NaN
        else if (row !== next) first = Number.NaN
        next = row + 1
        const twin = filled === pieceRows - 1 && first >= 0 ? first / pieceRows : -1
        if (held + length > out.length) flush()
        if (length > out.length) throw new Error(`a row of ${length} bytes is too long for a page file`)
        bytes.need(length)
        bytes.buffer.copy(out, held, bytes.at, bytes.at + length)
        bytes.at += length
        held += length
        pieceStart = to.push(flagged, date, out, pieceStart, held, twin)
      }
      wait(group)
    }
    waiting.delete(date)
    if (isFilled) pieceStart = to.fill(date, out, pieceStart, held)
  }
  flush()
  closeSync(rowFd)
  closeSync(sideFd)
}
