import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { DamagedFile } from '../disk.ts'
import { MissingSegments, type SegmentReader, segmentsOf } from '../objects/segments.ts'
import { endOf } from './checksum.ts'
import { blockRows, hiddenBit, lengthMask, pieceRows, sideBytes } from './format.ts'
import type { OpenFile, OpenPages } from './open.ts'

/** Side entries of consecutive rows: length with flag at even positions, key date at odd ones. */
export type Entries = Int32Array

/** Blocks of entries that are kept, half a kilobyte each; beyond this all are forgotten. */
const mostBlocks = 4_096
/** Entries up to this many blocks are taken from the kept ones; more are read at once. */
const fewBlocks = 16

/** How long a verified block of an unchanged file is trusted. */
const trustedSeconds = 60
/** Attempts to read files that change. A publication links the files of a step one by one: each link is a change. */
const mostReadings = 20
/** Within this time of a change, a second change may leave the same timestamp. */
const settledMs = 100

/** Blocks of 64 rows of a file of plain rows or of side entries, or pieces, with the means to verify them. */
type Blocks = { readonly startOf: (block: number) => number; readonly checksumOf: (block: number) => number }

/** An open file and the state of its blocks or pieces. */
type Held = {
  readonly path: string
  /** Null for a file in segments. */
  readonly fd: number | null
  /** Second in which each block or piece was last verified; 0 if it was not. */
  readonly checked: Uint32Array
  /** The segments that were read since the last `confirm`. */
  readonly segments: Set<string>
  size: number
  /** Time of the last change (`ctime`), which cannot be set back. */
  changed: number
  /** True if the file was read since changes were last looked for. */
  isRead: boolean
}

/** Seconds since the process began, plus one trust period. */
const second = (): number => (performance.now() / 1_000 + trustedSeconds + 1) | 0

/**
 * Reads page files for one thread and keeps their descriptors open. A block is verified on first use, after a change of
 * its file, and once a minute; every use stands within `unchanged`. With `segments` the files are those of a cache: bytes
 * that it lacks are reported by `MissingSegments`, of rows not before the end of `unchanged`, so that one fetch brings
 * many.
 */
export class FileReader {
  readonly #held = new Map<string, Held>()
  readonly #segments: SegmentReader | null
  /** Segments of rows that were not read. */
  #absent = new Set<string>()
  #isGathering = false
  readonly #read = new Set<Held>()
  /** Verified blocks of entries. */
  #blocks = new Map<OpenFile, Map<number, Entries>>()
  #blockCount = 0
  #scratch = Buffer.alloc(0)

  constructor(segments: SegmentReader | null = null) {
    this.#segments = segments
    // A segment may have been removed and fetched again since its blocks were verified.
    if (segments) segments.onOpen = (path) => this.#held.get(path)?.checked.fill(0)
  }

  /** Opens a file of so many blocks or pieces. */
  #open(path: string, count: number): Held {
    const known = this.#held.get(path)
    if (known) return known
    try {
      const fd = this.#segments ? null : openSync(path, 'r')
      const { size, ctimeMs } = fd === null ? { size: 0, ctimeMs: 0 } : fstatSync(fd)
      const checked = new Uint32Array(count)
      const held: Held = { path, fd, checked, segments: new Set(), size, changed: ctimeMs, isRead: false }
      this.#held.set(path, held)
      return held
    } catch (error) {
      throw new DamagedFile(path, (error as Error).message)
    }
  }

  /** The file is looked at again at the end of `unchanged`. */
  #using(held: Held): void {
    if (held.isRead) return
    held.isRead = true
    this.#read.add(held)
  }

  /** Memory for blocks that are read to be verified alone; new memory for each would keep the garbage collector busy. */
  #scratchOf(size: number): Uint8Array {
    if (this.#scratch.length < size) this.#scratch = Buffer.allocUnsafeSlow(size * 2)
    return this.#scratch.subarray(0, size)
  }

  /** Fills `target` with bytes from `offset` on, and verifies those of their blocks, `first` up to `last`, that are not trusted. */
  #fillVerified(
    held: Held,
    [first, last]: readonly [number, number],
    { startOf, checksumOf }: Blocks,
    target: Uint8Array,
    at: number,
    length: number,
    offset: number,
  ): void {
    this.#using(held)
    this.#fill(held, target, at, length, offset)
    const now = second()
    for (let block = first; block < last; block++) {
      if (held.checked[block]! + trustedSeconds > now) continue
      const [start, end] = [startOf(block), startOf(block + 1)]
      const isWhole = start >= offset && end <= offset + length
      const bytes = isWhole ? target.subarray(at + start - offset, at + end - offset) : this.#scratchOf(end - start)
      if (!isWhole) this.#fill(held, bytes, 0, bytes.length, start)
      if (crc32(bytes) !== checksumOf(block)) throw this.#wrong(held, start, bytes.length, block)
      held.checked[block] = Date.now() - held.changed > settledMs ? now : 0
    }
  }

  /** Returns a file read since the last call that changed since its blocks were verified; null where none did. */
  #changed(): Held | null {
    let changed: Held | null = null
    for (const held of this.#read) {
      held.isRead = false
      if (this.#hasChanged(held)) changed = held
    }
    this.#read.clear()
    return changed
  }

  /**
   * Reads, and again where a file changed after its blocks were verified. A publication that takes a file over links it,
   * which counts as a change too: a long page is read in many such steps, and each may meet a change of its own.
   */
  unchanged<T>(read: () => T): T {
    if (this.#isGathering) return read()
    for (let n = 1; ; n++) {
      const made = read()
      const changed = this.#changed()
      if (this.#absent.size > 0) throw this.#missing()
      if (changed === null) return made
      if (n === mostReadings) throw new DamagedFile(changed.path, 'it changes while it is read')
    }
  }

  /** Reads only to name every segment that is not here; throws `MissingSegments` where there is one. */
  gather(read: () => void): void {
    this.#isGathering = true
    try {
      read()
    } finally {
      this.#isGathering = false
    }
    this.#changed()
    if (this.#absent.size > 0) throw this.#missing()
  }

  /** Works on each item; the segments that any of them lacks are reported together. */
  each<T, R>(items: readonly T[], work: (item: T, index: number) => R): R[] {
    if (!this.#segments) return items.map(work)
    const wrong: string[] = []
    let isMissing = false
    const made = items.flatMap((item, i) => {
      try {
        return [work(item, i)]
      } catch (error) {
        if (!(error instanceof MissingSegments)) throw error
        for (const name of error.absent) this.#absent.add(name)
        wrong.push(...error.wrong)
        isMissing = true
        return []
      }
    })
    if (isMissing) throw this.#missing([], wrong)
    return made
  }

  /** Entries of a block. */
  block(file: OpenFile, block: number): Entries {
    let kept = this.#blocks.get(file)
    const known = kept?.get(block)
    if (known) return known
    if (this.#blockCount++ >= mostBlocks) {
      this.#blocks.clear()
      this.#blockCount = 0
      kept = undefined
    }
    const first = block * blockRows
    const entries = new Int32Array(Math.min(blockRows, file.count - first) * 2)
    const bytes = new Uint8Array(entries.buffer)
    const held = this.#open(file.sidePath, file.sideChecksums.length)
    this.#fill(held, bytes, 0, bytes.length, first * sideBytes)
    // Kept beyond the request, and too short to save the checksum.
    if (crc32(bytes) !== file.sideChecksums[block]) throw this.#wrong(held, first * sideBytes, bytes.length, block)
    if (!kept) {
      kept = new Map()
      this.#blocks.set(file, kept)
    }
    kept.set(block, entries)
    return entries
  }

  /** Entries of rows `from` to `to` (excluded). */
  entries(file: OpenFile, from: number, to: number): Entries {
    const entries = new Int32Array((to - from) * 2)
    if (to <= from) return entries
    const [first, last] = [Math.floor(from / blockRows), Math.floor((to - 1) / blockRows)]
    if (last - first < fewBlocks) {
      for (let block = first; block <= last; block++) {
        const start = block * blockRows
        const [low, high] = [Math.max(from, start), Math.min(to, start + blockRows)]
        entries.set(this.block(file, block).subarray((low - start) * 2, (high - start) * 2), (low - from) * 2)
      }
      return entries
    }
    const held = this.#open(file.sidePath, file.sideChecksums.length)
    // Entries decide which bytes are read next, so a change is looked for before reading.
    if (!held.isRead) this.#hasChanged(held)
    const blocks = {
      startOf: (block: number) => Math.min(block * blockRows, file.count) * sideBytes,
      checksumOf: (block: number) => file.sideChecksums[block]!,
    }
    const bytes = new Uint8Array(entries.buffer)
    this.#fillVerified(held, [first, last + 1], blocks, bytes, 0, bytes.length, from * sideBytes)
    return entries
  }

  /** Byte offset of a row: its block's, plus the rows before it in the block. */
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

  /** True if no row from `from` to `to` is hidden; the index answers for whole blocks. */
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

  /** Copies the bytes of rows `from` to `to` into `target`; `offset` and `length` locate them among the plain rows. */
  copy(file: OpenFile, from: number, to: number, offset: number, length: number, target: Uint8Array, at: number): void {
    const held = this.#open(file.path, file.offsets.length)
    const { before } = file.pieces
    const startOf = (block: number) => (block * blockRows < file.count ? file.offsets[block]! : file.bytes)
    const first = (block: number) => (block * blockRows) / pieceRows
    const [low, high] = [Math.floor(from / blockRows), Math.floor((to - 1) / blockRows) + 1]
    if (!this.#isHere(held, startOf(low), startOf(high))) return
    const checksumOf = (block: number) =>
      endOf(
        before[Math.min(first(block + 1), before.length - 1)]!,
        before[first(block)]!,
        startOf(block + 1) - startOf(block),
      )
    this.#fillVerified(held, [low, high], { startOf, checksumOf }, target, at, length, offset)
  }

  /** Copies pieces `first` to `last` (excluded) into `target`. */
  copyPieces(file: OpenFile, first: number, last: number, target: Uint8Array, at: number): void {
    const { starts, checksums } = file.pieces
    const held = this.#open(file.packedPath, checksums.length)
    const [start, end] = [starts[first]!, starts[last]!]
    if (!this.#isHere(held, start, end)) return
    const pieces = { startOf: (piece: number) => starts[piece]!, checksumOf: (piece: number) => checksums[piece]! }
    this.#fillVerified(held, [first, last], pieces, target, at, end - start, start)
  }

  /** Forgets the files that none of these versions has; with segments, versions share files. */
  retain(versions: Iterable<OpenPages>): void {
    const kept = new Set<string>()
    for (const { datasets } of versions)
      for (const { byId, byDate } of Object.values(datasets).flat())
        for (const file of byId ? [byId, byDate] : [byDate])
          for (const path of [file.path, file.packedPath, file.sidePath]) kept.add(path)
    this.#forget((path) => !kept.has(path))
  }

  /** Closes the files of a version that is no longer served. */
  close(folder: string): void {
    this.#forget((path) => path.startsWith(folder))
  }

  #forget(isGone: (path: string) => boolean): void {
    for (const [path, held] of this.#held) if (isGone(path)) this.#letGo(held)
    this.#blocks.clear()
    this.#blockCount = 0
  }

  /** Whether bytes can be read; segments that are not here are kept for `confirm`. */
  #isHere(held: Held, from: number, to: number): boolean {
    if (!this.#segments) return true
    const absent = this.#segments.absentOf(held.path, from, to)
    for (const name of absent) this.#absent.add(name)
    return absent.length === 0
  }

  /** The segments that are known to be missing so far. */
  #missing(absent: readonly string[] = [], wrong: readonly string[] = []): MissingSegments {
    const all = new Set([...this.#absent, ...absent])
    this.#absent = new Set()
    return new MissingSegments(all, wrong)
  }

  /** The error for bytes with a wrong checksum: segments are fetched again, a file of this machine is damaged. */
  #wrong(held: Held, offset: number, length: number, block: number): Error {
    if (!this.#segments) return this.#damage(held, 'its checksum is wrong', block)
    held.checked.fill(0)
    const wrong = [...segmentsOf(held.path, offset, offset + length)]
    this.#segments.forget(wrong)
    return this.#missing([], wrong)
  }

  #letGo(held: Held): void {
    if (held.fd !== null) closeSync(held.fd)
    this.#held.delete(held.path)
    this.#read.delete(held)
  }

  /** The next reader opens the file again, since another may have replaced it. */
  #damage(held: Held, what: string, block: number | null = null): DamagedFile {
    this.#letGo(held)
    return new DamagedFile(held.path, what, block)
  }

  #fill(held: Held, target: Uint8Array, start: number, length: number, offset: number): void {
    if (held.fd === null) {
      this.#fillFromSegments(held, target, start, length, offset)
      return
    }
    for (let at = 0; at < length; ) {
      let count: number
      try {
        count = readSync(held.fd, target, start + at, length - at, offset + at)
      } catch (error) {
        // The device cannot read a sector.
        throw this.#damage(held, (error as Error).message)
      }
      if (count === 0) throw this.#damage(held, 'it is cut')
      at += count
    }
  }

  #fillFromSegments(held: Held, target: Uint8Array, start: number, length: number, offset: number): void {
    try {
      this.#segments!.read(held.path, target, start, length, offset)
      for (const name of segmentsOf(held.path, offset, offset + length)) held.segments.add(name)
    } catch (error) {
      if (error instanceof MissingSegments) throw this.#missing(error.absent, error.wrong)
      throw error
    }
  }

  /** True if the file changed since the last look; its blocks are then untrusted. */
  #hasChanged(held: Held): boolean {
    if (held.fd === null) {
      const isChanged = this.#segments!.hasChanged(held.segments)
      held.segments.clear()
      if (isChanged) held.checked.fill(0)
      return isChanged
    }
    const { size, ctimeMs } = fstatSync(held.fd)
    if (size === held.size && ctimeMs === held.changed) return false
    held.size = size
    held.changed = ctimeMs
    held.checked.fill(0)
    return true
  }
}
