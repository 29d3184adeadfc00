import { closeSync, openSync, readSync, rmSync } from 'node:fs'
import { lengthMask } from './format.ts'
import type { Group } from './pieceIndex.ts'
import { type RowFile, writeAll } from './rowFile.ts'

const nothing = Buffer.alloc(0)

/** Limits of one read. */
const [leastRead, mostRead] = [512, 1 << 20]
const entriesAtOnce = 1 << 16

/** The plain rows of a part in by-id order, in a file without a name, while the by-date order is made from them. */
export class Scratch {
  readonly #fd: number
  /** Length and key date of each row. */
  #entries = new Int32Array(entriesAtOnce)
  #filled = 0

  constructor(path: string) {
    this.#fd = openSync(path, 'w+')
    rmSync(path)
  }

  note(length: number, date: number): void {
    if (this.#filled === this.#entries.length) {
      const larger = new Int32Array(this.#filled * 2)
      larger.set(this.#entries)
      this.#entries = larger
    }
    this.#entries[this.#filled++] = length
    this.#entries[this.#filled++] = date
  }

  /** Adds the bytes of rows that were noted. */
  write(bytes: Buffer): void {
    writeAll(this.#fd, bytes)
  }

  get entries(): Int32Array {
    return this.#entries.subarray(0, this.#filled)
  }

  read(target: Buffer, position: number): void {
    for (let at = 0; at < target.length; ) {
      const count = readSync(this.#fd, target, at, target.length - at, position + at)
      if (count === 0) throw new Error('the rows of a part end before the last one')
      at += count
    }
  }

  close(): void {
    closeSync(this.#fd)
  }
}

/** Reads the consecutive rows of one id through a bounded buffer. */
class GroupReader {
  readonly #scratch: Scratch
  readonly #size: number
  #position: number
  #left: number
  buffer = nothing
  at = 0

  constructor(scratch: Scratch, start: number, length: number, size: number) {
    this.#scratch = scratch
    this.#position = start
    this.#left = length
    this.#size = size
  }

  /** Reads until this many bytes are in the buffer. */
  need(length: number): void {
    const held = this.buffer.length - this.at
    if (held >= length) return
    const more = Math.min(this.#left, Math.max(length - held, this.#size))
    const next = Buffer.allocUnsafe(held + more)
    this.buffer.copy(next, 0, this.at)
    this.#scratch.read(next.subarray(held), this.#position)
    this.#position += more
    this.#left -= more
    this.buffer = next
    this.at = 0
  }
}

/**
 * Copies rows from by-id to by-date order. Each id's rows are newest first, so the ids are merged as streams, day by
 * day, holding a buffer of each; `most` bounds the bytes of all buffers. With `isByDay` no piece has rows of two days.
 */
export function reorder(scratch: Scratch, groups: readonly Group[], most: number, to: RowFile, isByDay: boolean): void {
  const { entries } = scratch
  const share = Math.min(mostRead, Math.max(leastRead, Math.floor(most / 2 / Math.max(1, groups.length))))
  /** Number of rows by date. */
  const dates = new Map<number, number>()
  const waiting = new Map<number, number[]>()
  let [row, byte] = [0, 0]
  const streams = groups.map(({ rows }) => {
    const [first, start] = [row, byte]
    for (const end = row + rows; row < end; row++) {
      byte += entries[row * 2]! & lengthMask
      const date = entries[row * 2 + 1]!
      dates.set(date, (dates.get(date) ?? 0) + 1)
    }
    return { next: first, end: row, bytes: new GroupReader(scratch, start, byte - start, share) }
  })
  const wait = (group: number) => {
    const stream = streams[group]!
    if (stream.next === stream.end) {
      // Frees the buffer.
      stream.bytes.buffer = nothing
      return
    }
    const date = entries[stream.next * 2 + 1]!
    const others = waiting.get(date)
    if (others) others.push(group)
    else waiting.set(date, [group])
  }
  for (const group of streams.keys()) wait(group)
  for (const [date, count] of [...dates].sort(([a], [b]) => b - a)) {
    if (isByDay) to.cut()
    else to.begin(count)
    for (const group of (waiting.get(date) ?? []).sort((a, b) => a - b)) {
      const stream = streams[group]!
      const { bytes } = stream
      for (; stream.next < stream.end && entries[stream.next * 2 + 1] === date; stream.next++) {
        const length = entries[stream.next * 2]! & lengthMask
        bytes.need(length)
        to.add(bytes.buffer, bytes.at, bytes.at + length, date)
        bytes.at += length
      }
      wait(group)
    }
    waiting.delete(date)
  }
}
