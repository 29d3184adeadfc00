import { closeSync, openSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { blockRows, hiddenBit, lengthMask, sideBytes } from './format.ts'
import { DamagedPages, type OpenFile } from './open.ts'

/** Side entries of consecutive rows: length with its flag at even places, key date at odd ones. */
export type Entries = Int32Array

/** Entries of a whole block, kept for the next question about it: one request asks for the same block several times. */
type KeptBlock = { file: OpenFile | null; block: number; readonly entries: Int32Array; readonly bytes: Uint8Array }

const keptBlock = (): KeptBlock => {
  const entries = new Int32Array(blockRows * 2)
  return { file: null, block: -1, entries, bytes: new Uint8Array(entries.buffer) }
}

/** Reads page files for one thread: descriptors stay open, blocks are checked when they are first read. */
export class FileReader {
  readonly #descriptors = new Map<string, number>()
  readonly #kept = Array.from({ length: 8 }, keptBlock)
  #oldest = 0

  #descriptor(path: string): number {
    const known = this.#descriptors.get(path)
    if (known !== undefined) return known
    try {
      const fd = openSync(path, 'r')
      this.#descriptors.set(path, fd)
      return fd
    } catch (error) {
      throw new DamagedPages((error as Error).message)
    }
  }

  #read(path: string, target: Uint8Array, start: number, length: number, offset: number): void {
    const fd = this.#descriptor(path)
    for (let at = 0; at < length; ) {
      const read = readSync(fd, target, start + at, length - at, offset + at)
      if (read === 0) throw new DamagedPages(`${path} is cut`)
      at += read
    }
  }

  /** Entries of a block; they stand only until the next question. */
  block(file: OpenFile, block: number): Entries {
    for (const kept of this.#kept) if (kept.block === block && kept.file === file) return kept.entries
    const kept = this.#kept[this.#oldest]!
    this.#oldest = (this.#oldest + 1) % this.#kept.length
    kept.file = null
    const first = block * blockRows
    const rows = Math.min(blockRows, file.count - first)
    this.#read(file.sidePath, kept.bytes, 0, rows * sideBytes, first * sideBytes)
    kept.file = file
    kept.block = block
    return kept.entries
  }

  /** Entries of rows `from` to `to` (excluded) of a file. */
  entries({ sidePath }: OpenFile, from: number, to: number): Entries {
    const entries = new Int32Array((to - from) * 2)
    this.#read(sidePath, new Uint8Array(entries.buffer), 0, (to - from) * sideBytes, from * sideBytes)
    return entries
  }

  /** Byte offset of a row: that of its block, and the rows before it in the block. */
  offsetOf(file: OpenFile, row: number): number {
    if (row >= file.count) return file.bytes
    const block = Math.floor(row / blockRows)
    let offset = file.offsets[block]!
    const first = block * blockRows
    if (row === first) return offset
    const entries = this.block(file, block)
    for (let i = 0; i < (row - first) * 2; i += 2) offset += entries[i]! & lengthMask
    return offset
  }

  /** True where none of the rows `from` to `to` is hidden: the index knows it of whole blocks. */
  isVisible(file: OpenFile, from: number, to: number): boolean {
    if (from >= to) return true
    const first = Math.floor(from / blockRows)
    const last = Math.floor((to - 1) / blockRows)
    if (last - first > 1 && file.visible[last]! - file.visible[first + 1]! < (last - first - 1) * blockRows)
      return false
    const isClear = (block: number, low: number, high: number): boolean => {
      const entries = this.block(file, block)
      let flags = 0
      for (let row = low; row < high; row++) flags |= entries[(row - block * blockRows) * 2]!
      return (flags & hiddenBit) === 0
    }
    if (first === last) return isClear(first, from, to)
    return isClear(first, from, (first + 1) * blockRows) && isClear(last, last * blockRows, to)
  }

  /** Puts the bytes of rows `from` to `to` into `target`; `offset` and `length` are where they stand in the file. */
  copy(file: OpenFile, from: number, to: number, offset: number, length: number, target: Uint8Array, at: number): void {
    this.#check(file, Math.floor(from / blockRows), Math.floor((to - 1) / blockRows))
    this.#read(file.path, target, at, length, offset)
  }

  #check(file: OpenFile, first: number, last: number): void {
    for (let block = first; block <= last; block++) {
      if (file.checked[block] === 1) continue
      const start = file.offsets[block]!
      const end = file.offsets[block + 1] ?? file.bytes
      const bytes = Buffer.allocUnsafe((block + 1) * blockRows < file.count ? end - start : file.bytes - start)
      this.#read(file.path, bytes, 0, bytes.length, start)
      if (crc32(bytes) !== file.checksums[block]) throw new DamagedPages(`${file.path} is damaged`)
      file.checked[block] = 1
    }
  }

  /** Lets go of the files of a version that is no longer served. */
  close(folder: string): void {
    for (const [path, fd] of this.#descriptors)
      if (path.startsWith(folder)) {
        closeSync(fd)
        this.#descriptors.delete(path)
      }
  }
}
