import { closeSync, openSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { blockRows, lengthMask, sideBytes } from './format.ts'
import { DamagedPages, type OpenFile } from './open.ts'

/** Side entries of consecutive rows: length with its flag at even places, key date at odd ones. */
export type Entries = Int32Array

/** Reads page files for one thread: descriptors stay open, blocks are checked when they are first read. */
export class FileReader {
  readonly #descriptors = new Map<string, number>()

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

  #read(path: string, target: Uint8Array, length: number, offset: number): void {
    const fd = this.#descriptor(path)
    for (let at = 0; at < length; ) {
      const read = readSync(fd, target, at, length - at, offset + at)
      if (read === 0) throw new DamagedPages(`${path} is cut`)
      at += read
    }
  }

  /** Entries of rows `from` to `to` (excluded) of a file. */
  entries({ sidePath }: OpenFile, from: number, to: number): Entries {
    const entries = new Int32Array((to - from) * 2)
    this.#read(sidePath, new Uint8Array(entries.buffer), (to - from) * sideBytes, from * sideBytes)
    return entries
  }

  /** Byte offset of a row: that of its block, and the rows before it in the block. */
  offsetOf(file: OpenFile, row: number): number {
    if (row >= file.count) return file.bytes
    const block = Math.floor(row / blockRows)
    let offset = file.offsets[block]!
    const first = block * blockRows
    if (row === first) return offset
    const entries = this.entries(file, first, row)
    for (let i = 0; i < entries.length; i += 2) offset += entries[i]! & lengthMask
    return offset
  }

  /** Puts the bytes of rows `from` to `to` into `target`; `offset` and `length` are where they stand in the file. */
  copy(file: OpenFile, from: number, to: number, offset: number, length: number, target: Uint8Array, at: number): void {
    this.#check(file, Math.floor(from / blockRows), Math.floor((to - 1) / blockRows))
    this.#read(file.path, target.subarray(at, at + length), length, offset)
  }

  #check(file: OpenFile, first: number, last: number): void {
    for (let block = first; block <= last; block++) {
      if (file.checked[block] === 1) continue
      const start = file.offsets[block]!
      const end = file.offsets[block + 1] ?? file.bytes
      const bytes = Buffer.allocUnsafe((block + 1) * blockRows < file.count ? end - start : file.bytes - start)
      this.#read(file.path, bytes, bytes.length, start)
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
