import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { DamagedFile } from '../disk.ts'
import { SegmentReader } from '../objects/segments.ts'
import {
  blockRows,
  hiddenBit,
  lengthMask,
  type Order,
  pieceBytes,
  piecesIn,
  sideBytes,
  sideSize,
  type Variant,
} from './format.ts'
import { missingIn, type PageVersion } from './list.ts'
import type { PageFile } from './rowFile.ts'

/** An open page file: a sparse index in memory shared by all threads, one entry per block of rows. */
export type OpenFile = {
  readonly order: Order
  readonly path: string
  readonly packedPath: string
  readonly sidePath: string
  readonly count: number
  /** Bytes of the plain rows. */
  readonly bytes: number
  /** Number of visible rows. */
  readonly shown: number
  /** Byte offset, key date and number of preceding visible rows of each block's first row. */
  readonly offsets: Float64Array
  readonly dates: Int32Array
  readonly visible: Int32Array
  /** Checksum of the side entries of each block. */
  readonly sideChecksums: Uint32Array
  readonly pieces: Pieces
  /** The days of a range of ids in by-date order; null for other files. */
  readonly days: Days | null
  /** Key date of the last row, the oldest in by-date order. */
  readonly lastDate: number
}

/** Where the pieces of a file lie: piece `i` is bytes `starts[i]` to `starts[i + 1]`. */
type Pieces = {
  readonly starts: Uint32Array
  readonly checksums: Uint32Array
  /** The checksum of all plain rows before each piece. */
  readonly before: Uint32Array
}

/** Key dates of a file, newest first, with the first row of each and the number of its rows. */
type Days = { readonly dates: Int32Array; readonly firsts: Uint32Array; readonly counts: Uint32Array }

/** Ids of a part in order; the rows of id `i` are `firsts[i]` to `firsts[i + 1]` of the by-id file. */
export type Groups = {
  readonly names: Uint8Array
  readonly ends: Uint32Array
  readonly firsts: Uint32Array
  /** Byte offset of the first row of each id. */
  readonly offsets: Float64Array
  /** 1 if every row of the id is hidden. */
  readonly hidden: Uint8Array
}

export type OpenPart = {
  readonly part: string
  readonly variant: Variant
  readonly count: number
  readonly byId: OpenFile | null
  readonly byDate: OpenFile
  readonly groups: Groups
}

/** The pages of one version, shareable between threads. */
export type OpenPages = {
  readonly folder: string
  readonly version: string
  readonly origin: string
  /** The last day that the version covers. */
  readonly through: string
  /** Parts of each dataset, newest rows first. */
  readonly datasets: Readonly<Record<string, readonly OpenPart[]>>
  /** Datasets whose pages are still to be made. */
  readonly missing: readonly string[]
}

const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(Math.max(bytes, 8))
const words = (count: number): Uint32Array => new Uint32Array(shared(count * 4), 0, count)

/** Entries per read, which bounds memory; whole blocks. */
const entriesAtOnce = blockRows * 1024

type Group = { readonly id: string; readonly rows: number }

/** Where the files of a version lie that is kept in segments: their paths are names of their content. */
export type SegmentedPages = {
  readonly pathOf: (file: string) => string
  readonly bytesOf: (file: string) => number
}

type OpenedFile = { readonly file: OpenFile; readonly groups: Groups }

/** The bytes of a side file. */
type SideReader = { readonly read: (target: Uint8Array, offset: number) => void; readonly close: () => void }

function openSide(folder: string, file: PageFile, count: number, segmented: SegmentedPages | null): SideReader {
  const lengths = [
    [file.side, sideSize(file.entries ?? count)],
    [file.rows, file.bytes],
    [file.packed, file.packedBytes],
  ] as const
  if (segmented) {
    for (const [name, length] of lengths)
      if (segmented.bytesOf(name) !== length) throw new DamagedFile(segmented.pathOf(name), 'its length is wrong')
    const segments = new SegmentReader()
    const path = segmented.pathOf(file.side)
    return {
      read: (target, offset) => segments.read(path, target, 0, target.length, offset),
      close: () => segments.close(),
    }
  }
  const [side] = lengths.map(([name, length], i) => {
    const fd = openWhole(join(folder, name), length)
    if (i > 0) closeSync(fd)
    return fd
  })
  return {
    read: (target, offset) => void readSync(side!, target, 0, target.length, offset),
    close: () => closeSync(side!),
  }
}

/** Reads a side file once and builds the sparse index and, for the by-id order, the table of ids. */
function openFile(
  folder: string,
  file: PageFile,
  rowCount: number,
  ids: readonly Group[],
  entries: Int32Array,
  segmented: SegmentedPages | null,
): OpenedFile {
  const count = file.entries ?? rowCount
  const placeOf = (name: string) => segmented?.pathOf(name) ?? join(folder, name)
  const [path, packedPath, sidePath] = [placeOf(file.rows), placeOf(file.packed), placeOf(file.side)]
  const blocks = Math.ceil(count / blockRows)
  const opened = {
    order: file.order,
    path,
    packedPath,
    sidePath,
    count,
    bytes: file.bytes,
    offsets: new Float64Array(shared(blocks * 8), 0, blocks),
    dates: new Int32Array(shared(blocks * 4), 0, blocks),
    visible: new Int32Array(shared(blocks * 4), 0, blocks),
    sideChecksums: words(blocks),
  }
  const groups = createGroups(ids)
  const side = openSide(folder, file, count, segmented)
  const bytes = new Uint8Array(entries.buffer)
  let crc = 0
  let offset = 0
  let seen = 0
  let group = 0
  let lastDate = 0
  const days: Day[] | null = file.entries === undefined ? null : []
  for (let start = 0; start < count; start += entriesAtOnce) {
    const rows = Math.min(entriesAtOnce, count - start)
    const chunk = bytes.subarray(0, rows * sideBytes)
    side.read(chunk, start * sideBytes)
    crc = crc32(chunk, crc)
    for (let i = 0; i < rows; i++) {
      const entry = entries[i * 2]!
      const row = start + i
      if (row % blockRows === 0) {
        const block = row / blockRows
        opened.offsets[block] = offset
        opened.dates[block] = entries[i * 2 + 1]!
        opened.visible[block] = seen
        opened.sideChecksums[block] = crc32(chunk.subarray(i * sideBytes, (i + blockRows) * sideBytes))
      }
      if (group < ids.length) {
        if (row === groups.firsts[group]) groups.offsets[group] = offset
        if ((entry & hiddenBit) === 0) groups.hidden[group] = 0
        if (row + 1 === groups.firsts[group + 1]) group++
      }
      if (days) addEntry(days, entries[i * 2 + 1]!, row, (entry & lengthMask) > 0)
      offset += entry & lengthMask
      if ((entry & hiddenBit) === 0) seen++
    }
    lastDate = entries[rows * 2 - 1]!
  }
  const tail = new Uint8Array(piecesIn(count) * pieceBytes)
  side.read(tail, count * sideBytes)
  side.close()
  if (crc32(tail, crc) !== file.sideCrc) throw new DamagedFile(sidePath, 'its checksum is wrong')
  const pieces = piecesFrom(new Uint32Array(tail.buffer))
  if (offset !== file.bytes || pieces.starts.at(-1) !== file.packedBytes)
    throw new DamagedFile(sidePath, 'it does not add up to its rows')
  groups.offsets[ids.length] = offset
  return { file: { ...opened, shown: seen, pieces, days: days && sharedDays(days), lastDate }, groups }
}

/** A day of a file while its entries are read. */
type Day = { readonly date: number; readonly first: number; count: number }

/** Adds an entry to its day; one without bytes fills the day up. */
function addEntry(days: Day[], date: number, row: number, isRow: boolean): void {
  if (days.at(-1)?.date !== date) days.push({ date, first: row, count: 0 })
  if (isRow) days.at(-1)!.count++
}

function sharedDays(days: readonly Day[]): Days {
  const copied = <T extends Int32Array | Uint32Array>(target: T, read: (day: Day) => number): T => {
    target.set(days.map(read))
    return target
  }
  return {
    dates: copied(new Int32Array(shared(days.length * 4), 0, days.length), ({ date }) => date),
    firsts: copied(words(days.length), ({ first }) => first),
    counts: copied(words(days.length), ({ count }) => count),
  }
}

/** The table of pieces from a side file: length, checksum and checksum of the plain rows of each. */
function piecesFrom(table: Uint32Array): Pieces {
  const count = table.length / 3
  const [starts, checksums, before] = [words(count + 1), words(count), words(count + 1)]
  for (let i = 0; i < count; i++) {
    starts[i + 1] = starts[i]! + table[i * 3]!
    checksums[i] = table[i * 3 + 1]!
    before[i + 1] = table[i * 3 + 2]!
  }
  return { starts, checksums, before }
}

/** Opens a file that must have this length. */
function openWhole(path: string, length: number): number {
  let fd: number
  try {
    fd = openSync(path, 'r')
  } catch (error) {
    throw new DamagedFile(path, (error as Error).message)
  }
  if (fstatSync(fd).size === length) return fd
  closeSync(fd)
  throw new DamagedFile(path, 'its length is wrong')
}

function createGroups(ids: readonly Group[]): Groups {
  const text = Buffer.from(ids.map(({ id }) => id).join(''))
  const names = new Uint8Array(shared(text.length))
  names.set(text)
  const groups: Groups = {
    names,
    ends: words(ids.length),
    firsts: new Uint32Array(shared((ids.length + 1) * 4)),
    offsets: new Float64Array(shared((ids.length + 1) * 8)),
    hidden: new Uint8Array(shared(ids.length)).fill(1),
  }
  let end = 0
  let row = 0
  for (const [i, { id, rows }] of ids.entries()) {
    end += Buffer.byteLength(id)
    groups.ends[i] = end
    groups.firsts[i] = row
    row += rows
  }
  groups.firsts[ids.length] = row
  return groups
}

/** Equal content has one path; files of one row are equal in both orders. */
const contentName = (order: Order, sidePath: string, ids: number): string => `${order} ${ids} ${sidePath}`

/** The files of open pages by their content. */
function filesIn(pages: OpenPages | null): Map<string, OpenedFile> {
  const files = new Map<string, OpenedFile>()
  for (const { byId, byDate, groups } of Object.values(pages?.datasets ?? {}).flat()) {
    files.set(contentName('date', byDate.sidePath, 0), { file: byDate, groups })
    if (byId) files.set(contentName('id', byId.sidePath, groups.ends.length), { file: byId, groups })
  }
  return files
}

/** Names of the side files of a version that must be read to open it, less those that are open. */
export function unopenedSides({ list }: PageVersion, opened: OpenPages | null, { pathOf }: SegmentedPages): string[] {
  const known = filesIn(opened)
  return Object.values(list.datasets)
    .flat()
    .flatMap(({ files, groups }) =>
      files
        .filter(({ order, side }) => !known.has(contentName(order, pathOf(side), order === 'id' ? groups.length : 0)))
        .map(({ side }) => side),
    )
}

/**
 * Reads the side files of a version into the shared index, less those that are open: of the same folder, or where files
 * are kept in segments, of the same content. Throws `DamagedFile`.
 */
export function openPages(
  version: PageVersion,
  opened: OpenPages | null = null,
  segmented: SegmentedPages | null = null,
): OpenPages {
  const { list, folder } = version
  const datasets: Record<string, readonly OpenPart[]> = {}
  const entries = new Int32Array(entriesAtOnce * 2)
  const sameContent = segmented ? filesIn(opened) : null
  for (const [name, parts] of Object.entries(list.datasets)) {
    const known = opened?.folder === folder ? opened.datasets[name] : undefined
    if (known) {
      datasets[name] = known
      continue
    }
    const made = parts.map(({ part, variant, count, groups: ids, files }) => {
      const open = (order: Order) => {
        const file = files.find((known) => known.order === order)
        if (!file) return null
        const own = order === 'id' ? ids : []
        const same = segmented && sameContent!.get(contentName(order, segmented.pathOf(file.side), own.length))
        return same ?? openFile(folder, file, count, own, entries, segmented)
      }
      const byId = open('id')
      const byDate = open('date')!
      return { part, variant, count, byId: byId?.file ?? null, byDate: byDate.file, groups: (byId ?? byDate).groups }
    })
    datasets[name] = made
  }
  const { version: name, origin, through } = list.manifest
  return { folder, version: name, origin, through, datasets, missing: missingIn(version) }
}
