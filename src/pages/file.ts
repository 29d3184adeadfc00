import { closeSync, openSync, readSync } from 'node:fs'
import { constants, crc32, inflateRawSync } from 'node:zlib'
import { find } from '../catalogue/index.ts'
import { DamagedFile, unsealJson } from '../disk.ts'
import { MissingSegments, type SegmentReader, segmentsOf } from '../objects/segments.ts'
import { RecentMap } from '../recent.ts'
import { hiddenBit, lengthMask } from './format.ts'
import { type HiddenDays, hiddenBetween, hiddenRule } from './hidden.ts'
import { decodeKnown, type KnownContent } from './knownFile.ts'
import type { FileRows, OpenFile, OpenKnown, OpenPages } from './open.ts'
import { decodeIndex, firstWhere, type PieceIndex, pieceOf } from './pieceIndex.ts'
import { type Entries, type RowScanner, rowScanner } from './rowScan.ts'

/** An inflated piece, and its entries, flagged for the ids of `inactive`. */
type Plain = { readonly rows: Buffer; entries: Entries | null; inactive: ReadonlySet<string> | null }

/** Descriptors that one thread keeps open. */
const mostOpen = 512
/** Bytes of inflated pieces and of indexes that one thread keeps. */
const [mostPlain, mostIndex] = [12 << 20, 24 << 20]
/** Indexes that are fetched together: the newest rows of an id may lie in as many parts. */
const indexesAhead = 8
/** Bytes of the times at which rows became known, and how many of them each byte of a file becomes. */
const [mostKnown, inflatedKnown] = [32 << 20, 10]
/** Files with hidden rows whose days are kept. */
const mostHidden = 512

/** What was read last, up to a number of bytes. */
class RecentBytes<V> extends Map<string, { readonly value: V; readonly size: number }> {
  readonly #most: number
  #bytes = 0
  #newest: string | undefined

  constructor(most: number) {
    super()
    this.#most = most
  }

  find(key: string): V | undefined {
    const found = this.get(key)
    if (!found) return undefined
    // The same key is often read again and again.
    if (key !== this.#newest) {
      super.delete(key)
      super.set(key, found)
      this.#newest = key
    }
    return found.value
  }

  keep(key: string, value: V, size: number): V {
    this.#newest = key
    this.#bytes += size - (this.get(key)?.size ?? 0)
    this.set(key, { value, size })
    for (const oldest of this.keys()) {
      if (this.#bytes <= this.#most) break
      this.delete(oldest)
    }
    return value
  }

  override delete(key: string): boolean {
    this.#bytes -= this.get(key)?.size ?? 0
    return super.delete(key)
  }
}

/**
 * Reads page files for one thread. The files never change: a piece is compared with its checksum whenever it is read, and
 * a new version has new files. With `segments` the files are those of a cache, and bytes that it lacks are reported by
 * `MissingSegments`.
 */
export class FileReader {
  readonly #open: RecentMap<string, number>
  readonly #segments: SegmentReader | null
  readonly #indexes = new RecentBytes<PieceIndex>(mostIndex)
  readonly #plains = new RecentBytes<Plain>(mostPlain)
  readonly #known = new RecentBytes<KnownContent>(mostKnown)
  readonly #hidden = new RecentMap<string, HiddenDays>(mostHidden)
  readonly #scanners = new WeakMap<object, Map<string, RowScanner>>()

  constructor(segments: SegmentReader | null = null) {
    this.#open = new RecentMap(mostOpen, closeSync)
    this.#segments = segments
  }

  /** Works on each item; the segments that any of them lacks are reported together. */
  each<T, R>(items: readonly T[], work: (item: T, index: number) => R): R[] {
    if (!this.#segments) return items.map(work)
    const [absent, wrong] = [new Set<string>(), new Set<string>()]
    const made = items.flatMap((item, i) => {
      try {
        return [work(item, i)]
      } catch (error) {
        if (!(error instanceof MissingSegments)) throw error
        for (const name of error.absent) absent.add(name)
        for (const name of error.wrong) wrong.add(name)
        return []
      }
    })
    if (absent.size + wrong.size > 0) throw new MissingSegments(absent, wrong)
    return made
  }

  /** The index of a file. */
  index(file: OpenFile): PieceIndex {
    const known = this.#indexes.find(file.path)
    if (known) return known
    const bytes = this.#read(file.path, file.bytes - file.indexBytes, file.indexBytes)
    if (crc32(bytes) !== file.indexCrc)
      throw this.#wrong(file.path, file.bytes - file.indexBytes, file.indexBytes, 'its index is damaged')
    const index = decodeIndex(bytes, file.pieces, file.ids)
    return this.#indexes.keep(file.path, index, index.size)
  }

  /** The index of one of several files; where it is not here, those of the next files are named with it. */
  indexAmong(files: readonly OpenFile[], i: number): PieceIndex {
    if (this.#absentIndex(files[i]!).length > 0)
      throw new MissingSegments(files.slice(i, i + indexesAhead).flatMap((file) => this.#absentIndex(file)))
    return this.index(files[i]!)
  }

  #absentIndex({ path, bytes, indexBytes }: OpenFile): readonly string[] {
    if (!this.#segments || this.#indexes.has(path)) return []
    return this.#segments.absentOf(path, bytes - indexBytes, bytes)
  }

  /** Names together the segments that are not here of up to `most` of these rows, which will be read. */
  fetchAhead(rows: Iterable<FileRows>, most: number, isAscending: boolean): void {
    if (!this.#segments) return
    const absent = new Set<string>()
    let left = most
    try {
      for (const { file, from, to } of rows) {
        const [low, high] = isAscending ? [Math.max(from, to - left), to] : [from, Math.min(to, from + left)]
        for (const name of this.#absentRows(file, low, high)) absent.add(name)
        left -= to - from
        if (left <= 0) break
      }
    } catch (error) {
      if (!(error instanceof MissingSegments) || error.wrong.length > 0) throw error
      for (const name of error.absent) absent.add(name)
    }
    if (absent.size > 0) throw new MissingSegments(absent)
  }

  /** The segments of some rows that are not here; those of the index, without which it is not known where they lie. */
  #absentRows(file: OpenFile, from: number, to: number): readonly string[] {
    const absent = this.#absentIndex(file)
    if (absent.length > 0) return absent
    const index = this.index(file)
    const { places } = index
    return this.#segments!.absentOf(file.path, places[pieceOf(index, from)]!, places[pieceOf(index, to - 1) + 1]!)
  }

  #plainOf(file: OpenFile, piece: number): Plain {
    const key = `${file.path} ${piece}`
    const known = this.#plains.find(key)
    if (known) return known
    const { plains, plainCrcs } = this.index(file)
    const size = plains[piece + 1]! - plains[piece]!
    const rows = inflate(this.#packed(file, piece, piece + 1), size)
    if (rows === null || rows.length !== size || crc32(rows) !== plainCrcs[piece])
      throw new DamagedFile(file.path, 'its rows are not those of its checksum', piece)
    return this.#plains.keep(key, { rows, entries: null, inactive: null }, size)
  }

  /** The bytes of consecutive pieces as they stand in the file, each compared with its checksum. */
  #packed(file: OpenFile, first: number, last: number): Buffer {
    const { places, packedCrcs } = this.index(file)
    const start = places[first]!
    const bytes = this.#read(file.path, start, places[last]! - start)
    for (let piece = first; piece < last; piece++) {
      const [from, to] = [places[piece]!, places[piece + 1]!]
      if (crc32(bytes.subarray(from - start, to - start)) !== packedCrcs[piece])
        throw this.#wrong(file.path, from, to - from, 'its checksum is wrong', piece)
    }
    return bytes
  }

  #entriesOf(file: OpenFile, piece: number): Entries {
    const plain = this.#plainOf(file, piece)
    const { inactive } = file
    if (plain.entries && (inactive === null || inactive === plain.inactive)) return plain.entries
    const { rows } = this.index(file)
    plain.entries = this.#scannerOf(file)(plain.rows, rows[piece + 1]! - rows[piece]!)
    plain.inactive = inactive
    return plain.entries
  }

  #scannerOf({ dataset, inactive }: OpenFile): RowScanner {
    const rules = this.#scanners.get(inactive ?? this) ?? new Map<string, RowScanner>()
    this.#scanners.set(inactive ?? this, rules)
    const known = rules.get(dataset)
    if (known) return known
    const registered = find(dataset)!
    const made = rowScanner(registered, inactive && hiddenRule(registered, inactive))
    rules.set(dataset, made)
    return made
  }

  /** The pieces that hold rows `from` to `to` (excluded), with the part of those rows in each. */
  *#piecesOf(file: OpenFile, from: number, to: number) {
    const { rows } = this.index(file)
    for (let piece = pieceOf(this.index(file), from), at = from; at < to; piece++) {
      const [start, end] = [rows[piece]!, Math.min(to, rows[piece + 1]!)]
      yield { piece, low: at - start, high: end - start }
      at = end
    }
  }

  /** Entries of rows `from` to `to` (excluded). */
  entries(file: OpenFile, from: number, to: number): Entries {
    const entries = new Int32Array(Math.max(0, to - from) * 2)
    let at = 0
    for (const { piece, low, high } of this.#piecesOf(file, from, to)) {
      entries.set(this.#entriesOf(file, piece).subarray(low * 2, high * 2), at)
      at += (high - low) * 2
    }
    return entries
  }

  /** The first row from `from` on, where dates descend, with a date below `bound`; `to` if there is none. */
  firstBelow(file: OpenFile, from: number, to: number, bound: number): number {
    const index = this.index(file)
    const { rows, dates } = index
    // The row is the first of the first piece that begins below the bound, or in the piece before it.
    const [low, high] = [pieceOf(index, from) + 1, pieceOf(index, to - 1) + 1]
    const piece = firstWhere(low, high, (middle) => dates[middle]! < bound)
    const entries = this.#entriesOf(file, piece - 1)
    const start = rows[piece - 1]!
    const end = Math.min(to, rows[piece]!)
    for (let row = Math.max(from, start); row < end; row++) if (entries[(row - start) * 2 + 1]! < bound) return row
    return end
  }

  /** Place of a row among the plain rows. */
  offsetOf(file: OpenFile, row: number): number {
    if (row >= file.count) return file.plain
    const { rows, plains } = this.index(file)
    const piece = pieceOf(this.index(file), row)
    let offset = plains[piece]!
    if (row === rows[piece]) return offset
    const entries = this.#entriesOf(file, piece)
    for (let i = 0; i < (row - rows[piece]!) * 2; i += 2) offset += entries[i]! & lengthMask
    return offset
  }

  /** True if no row from `from` to `to` is hidden. */
  isVisible(file: OpenFile, from: number, to: number): boolean {
    if (!file.inactive || from >= to) return true
    if (file.hidden) {
      const index = this.index(file)
      const after = pieceOf(index, to - 1) + 1
      const newest = index.dates[pieceOf(index, from)]!
      const oldest = after < index.pieces ? index.dates[after]! : file.oldest
      if (hiddenBetween(this.hiddenDays(file)!, oldest, newest).rows === 0) return true
    }
    const entries = this.entries(file, from, to)
    for (let i = 0; i < entries.length; i += 2) if ((entries[i]! & hiddenBit) !== 0) return false
    return true
  }

  /** The days with hidden rows of a file; null where every row is shown. */
  hiddenDays({ hidden }: OpenFile): HiddenDays | null {
    if (!hidden) return null
    const known = this.#hidden.get(hidden.path)
    if (known) return known
    const days = unsealJson<HiddenDays>(this.#read(hidden.path, 0, hidden.bytes).toString())
    if (!days) throw this.#wrong(hidden.path, 0, hidden.bytes, 'its checksum is wrong')
    this.#hidden.set(hidden.path, days)
    return days
  }

  /** When the rows of a dataset became known. */
  known({ path, bytes }: OpenKnown): KnownContent {
    const known = this.#known.find(path)
    if (known) return known
    const content = decodeKnown(this.#read(path, 0, bytes))
    if (!content) throw this.#wrong(path, 0, bytes, 'its checksum is wrong')
    return this.#known.keep(path, content, bytes * inflatedKnown)
  }

  /** Copies the bytes of rows `from` to `to` (excluded) into `target`; returns their number. */
  copy(file: OpenFile, from: number, to: number, target: Uint8Array, at: number): number {
    let end = at
    for (const { piece, low, high } of this.#piecesOf(file, from, to)) {
      const { rows } = this.#plainOf(file, piece)
      const { rows: firsts } = this.index(file)
      const isWhole = low === 0 && high === firsts[piece + 1]! - firsts[piece]!
      const [start, stop] = isWhole ? [0, rows.length] : this.#bytesOf(file, piece, low, high)
      target.set(rows.subarray(start, stop), end)
      end += stop - start
    }
    return end - at
  }

  /** Rows `from` to `to` (excluded) as they lie in memory, piece by piece: where they begin, and their entries. */
  *blocks(file: OpenFile, from: number, to: number): Generator<RowBlock, void> {
    for (const { piece, low, high } of this.#piecesOf(file, from, to)) {
      const { rows } = this.#plainOf(file, piece)
      const entries = this.#entriesOf(file, piece).subarray(low * 2, high * 2)
      yield { rows, start: low === 0 ? 0 : this.#bytesOf(file, piece, 0, low)[1], entries, count: high - low }
    }
  }

  /** Where some rows of a piece begin and end among its bytes. */
  #bytesOf(file: OpenFile, piece: number, low: number, high: number): [number, number] {
    const entries = this.#entriesOf(file, piece)
    let [start, end] = [0, 0]
    for (let i = 0; i < high * 2; i += 2) {
      const length = entries[i]! & lengthMask
      if (i < low * 2) start += length
      end += length
    }
    return [start, end]
  }

  /** Copies pieces `first` to `last` (excluded), as they stand in the file, into `target`. */
  copyPieces(file: OpenFile, first: number, last: number, target: Uint8Array, at: number): void {
    target.set(this.#packed(file, first, last), at)
  }

  /** Forgets the files that none of these versions has; with segments, versions share files. */
  retain(versions: Iterable<OpenPages>): void {
    const kept = new Set<string>()
    for (const { datasets, known } of versions) {
      for (const { path } of Object.values(known)) kept.add(path)
      for (const { byId, byDate } of Object.values(datasets).flat())
        for (const file of byId ? [byId, byDate] : [byDate]) kept.add(file.path)
    }
    this.#forget((path) => !kept.has(path))
  }

  /** Closes the files of a version that is no longer served. */
  close(folder: string): void {
    this.#forget((path) => path.startsWith(folder))
  }

  #forget(isGone: (path: string) => boolean): void {
    for (const [path, fd] of this.#open)
      if (isGone(path)) {
        closeSync(fd)
        this.#open.delete(path)
      }
    for (const path of this.#indexes.keys()) if (isGone(path)) this.#indexes.delete(path)
    for (const key of this.#plains.keys()) if (isGone(key.slice(0, key.lastIndexOf(' ')))) this.#plains.delete(key)
    for (const path of this.#hidden.keys()) if (isGone(path)) this.#hidden.delete(path)
    for (const path of this.#known.keys()) if (isGone(path)) this.#known.delete(path)
  }

  /** The error for bytes with a wrong checksum: segments are fetched again, a file of this machine is damaged. */
  #wrong(path: string, offset: number, length: number, what: string, piece: number | null = null): Error {
    this.#forget((other) => other === path)
    if (!this.#segments) return new DamagedFile(path, what, piece)
    const wrong = segmentsOf(path, offset, offset + length)
    this.#segments.forget(wrong)
    return new MissingSegments([], wrong)
  }

  #read(path: string, offset: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length)
    if (this.#segments) {
      const absent = this.#segments.absentOf(path, offset, offset + length)
      if (absent.length > 0) throw new MissingSegments(absent)
      this.#segments.read(path, bytes, 0, length, offset)
      return bytes
    }
    try {
      let fd = this.#open.get(path)
      if (fd === undefined) {
        fd = openSync(path, 'r')
        this.#open.set(path, fd)
      }
      for (let at = 0; at < length; ) {
        const count = readSync(fd, bytes, at, length - at, offset + at)
        if (count === 0) throw new Error('it is cut')
        at += count
      }
      return bytes
    } catch (error) {
      // Missing or cut, or the device cannot read a sector. The next reader opens the file again.
      this.#forget((other) => other === path)
      throw new DamagedFile(path, (error as Error).message)
    }
  }
}

/** Consecutive rows in memory. */
export type RowBlock = {
  readonly rows: Buffer
  readonly start: number
  /** Null where the lengths of the rows are not at hand. */
  readonly entries: Entries | null
  readonly count: number
}

/** The plain bytes of a piece; null where they cannot be inflated. */
function inflate(packed: Buffer, size: number): Buffer | null {
  try {
    return inflateRawSync(packed, {
      finishFlush: constants.Z_SYNC_FLUSH,
      chunkSize: Math.max(64, size),
      maxOutputLength: Math.max(1, size),
    })
  } catch {
    return null
  }
}
