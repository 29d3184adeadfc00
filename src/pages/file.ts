import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { DamagedFile } from '../disk.ts'
import { blockRows, hiddenBit, lengthMask, sideBytes } from './format.ts'
import type { OpenFile } from './open.ts'

/** Side entries of consecutive rows: length with its flag at even places, key date at odd ones. */
export type Entries = Int32Array

/** Entries of a whole block, kept for the next question about it: one request asks for the same block several times. */
type KeptBlock = { file: OpenFile | null; block: number; readonly entries: Int32Array; readonly bytes: Uint8Array }

const keptBlock = (): KeptBlock => {
  const entries = new Int32Array(blockRows * 2)
  return { file: null, block: -1, entries, bytes: new Uint8Array(entries.buffer) }
}

/** A block whose checksum was right is read without another look for so long, while its file stays the same. */
const trustedSeconds = 60
/** Within this time of a change, a second change may leave a file with the same time. */
const settledMs = 100

/** A file that a thread holds open, and what it knows of it. */
type Held = {
  readonly path: string
  readonly fd: number
  /** Second in which each block was last found right; 0 where it is not known to be. */
  readonly checked: Uint32Array
  size: number
  /** Time of the last change of the file or of its entry: nobody can set it back. */
  changed: number
  /** True where the file was read since the last `confirm`. */
  isRead: boolean
}

/** Seconds since the process began, from 1 on. */
const second = (): number => (performance.now() / 1_000 + trustedSeconds + 1) | 0

/**
 * Reads page files for one thread. Descriptors stay open. A block's checksum is computed when the block is first read,
 * when its file has changed since, and once a minute; `confirm` says whether the files stayed the same meanwhile.
 */
export class FileReader {
  readonly #held = new Map<string, Held>()
  readonly #read = new Set<Held>()
  readonly #kept = Array.from({ length: 8 }, keptBlock)
  #oldest = 0

  #open(path: string, count: number): Held {
    const known = this.#held.get(path)
    if (known) return known
    try {
      const fd = openSync(path, 'r')
      const { size, ctimeMs } = fstatSync(fd)
      const checked = new Uint32Array(Math.ceil(count / blockRows))
      const held = { path, fd, checked, size, changed: ctimeMs, isRead: false }
      this.#held.set(path, held)
      return held
    } catch (error) {
      throw new DamagedFile(path, (error as Error).message)
    }
  }

  /** Computes the checksums of the blocks of rows `from` to `to` that are not known to be right. */
  #check(held: Held, checksums: Uint32Array, from: number, to: number, startOf: (block: number) => number): void {
    if (!held.isRead) {
      held.isRead = true
      this.#read.add(held)
    }
    const now = second()
    const last = Math.floor((to - 1) / blockRows)
    for (let block = Math.floor(from / blockRows); block <= last; block++) {
      if (held.checked[block]! + trustedSeconds > now) continue
      const start = startOf(block)
      const bytes = Buffer.allocUnsafe(startOf(block + 1) - start)
      this.#fill(held, bytes, 0, bytes.length, start)
      if (crc32(bytes) !== checksums[block]) throw this.#damage(held, 'its checksum is wrong', block)
      held.checked[block] = Date.now() - held.changed > settledMs ? now : 0
    }
  }

  /** True where every file read since the last call is the one it was when its blocks were checked. */
  confirm(): boolean {
    let isSame = true
    for (const held of this.#read) {
      held.isRead = false
      if (hasChanged(held)) isSame = false
    }
    this.#read.clear()
    return isSame
  }

  /** Entries of a block; they stand only until the next question. */
  block(file: OpenFile, block: number): Entries {
    for (const kept of this.#kept) if (kept.block === block && kept.file === file) return kept.entries
    const kept = this.#kept[this.#oldest]!
    this.#oldest = (this.#oldest + 1) % this.#kept.length
    kept.file = null
    const first = block * blockRows
    const rows = Math.min(blockRows, file.count - first)
    const held = this.#open(file.sidePath, file.count)
    const bytes = kept.bytes.subarray(0, rows * sideBytes)
    this.#fill(held, bytes, 0, bytes.length, first * sideBytes)
    // Kept beyond the request, and too few bytes to be worth a look at the time of the file.
    if (crc32(bytes) !== file.sideChecksums[block]) throw this.#damage(held, 'its checksum is wrong', block)
    kept.file = file
    kept.block = block
    return kept.entries
  }

  /** Entries of rows `from` to `to` (excluded) of a file. */
  entries(file: OpenFile, from: number, to: number): Entries {
    const entries = new Int32Array((to - from) * 2)
    if (to <= from) return entries
    const held = this.#open(file.sidePath, file.count)
    // Entries decide what is read next, so that none may be used that is not right: the look comes before the reading.
    if (!held.isRead) hasChanged(held)
    const startOf = (block: number) => Math.min(block * blockRows, file.count) * sideBytes
    this.#check(held, file.sideChecksums, from, to, startOf)
    this.#fill(held, new Uint8Array(entries.buffer), 0, (to - from) * sideBytes, from * sideBytes)
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
    const held = this.#open(file.path, file.count)
    const startOf = (block: number) => (block * blockRows < file.count ? file.offsets[block]! : file.bytes)
    this.#check(held, file.checksums, from, to, startOf)
    this.#fill(held, target, at, length, offset)
  }

  /** Lets go of the files of a version that is no longer served. */
  close(folder: string): void {
    for (const [path, held] of this.#held) if (path.startsWith(folder)) this.#letGo(held)
  }

  #letGo(held: Held): void {
    closeSync(held.fd)
    this.#held.delete(held.path)
    this.#read.delete(held)
  }

  /** The file is opened anew for the next reader: another may have taken its place meanwhile. */
  #damage(held: Held, what: string, block: number | null = null): DamagedFile {
    this.#letGo(held)
    return new DamagedFile(held.path, what, block)
  }

  #fill(held: Held, target: Uint8Array, start: number, length: number, offset: number): void {
    for (let at = 0; at < length; ) {
      let count: number
      try {
        count = readSync(held.fd, target, start + at, length - at, offset + at)
      } catch (error) {
        // A sector that the device cannot read.
        throw this.#damage(held, (error as Error).message)
      }
      if (count === 0) throw this.#damage(held, 'it is cut')
      at += count
    }
  }
}

/** True where the file is not as it was at the last look: nothing of it is then known to be right. */
function hasChanged(held: Held): boolean {
  const { size, ctimeMs } = fstatSync(held.fd)
  if (size === held.size && ctimeMs === held.changed) return false
  held.size = size
  held.changed = ctimeMs
  held.checked.fill(0)
  return true
}
