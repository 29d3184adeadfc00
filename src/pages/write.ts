import { closeSync, fsyncSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Dataset } from '../catalogue/dataset.ts'
import { readColumns } from '../lake/duck.ts'
import { literal, quote } from '../lake/schema.ts'
import { type HiddenRule, readPart } from './columns.ts'
import { RowWriter } from './encode.ts'
import { blockRows, hiddenBit, lengthMask, type Order, ordersOf, sideBytes, type Variant } from './format.ts'

/** One page file and its side file, as the list of a version's pages names them. */
export type PageFile = {
  readonly order: Order
  readonly rows: string
  readonly side: string
  readonly bytes: number
  readonly sideCrc: number
}

/** The page files of one part of a dataset. */
export type PartPages = {
  readonly part: string
  readonly variant: Variant
  readonly count: number
  readonly groups: readonly { readonly id: string; readonly rows: number }[]
  readonly files: readonly PageFile[]
}

/** Rows encoded at a time, and bytes of the by-date file put together at a time: what bounds the memory. */
const rowsAtOnce = 400_000
const bytesAtOnce = 192 << 20

/** A part of the lake, and how its rows are told apart. */
export type PageSource = {
  readonly file: string
  readonly part: string
  readonly variant: Variant
  readonly hidden: HiddenRule
}

/** Rows in the order they are written, remembered by length, flag and date. */
class Side {
  lengths = new Uint32Array(1024)
  dates = new Int32Array(1024)
  /** Checksum of the bytes of each block of rows. */
  readonly checksums: number[] = []
  size = 0
  push(length: number, date: number): void {
    if (this.size === this.lengths.length) {
      const [lengths, dates] = [new Uint32Array(this.size * 2), new Int32Array(this.size * 2)]
      lengths.set(this.lengths)
      dates.set(this.dates)
      this.lengths = lengths
      this.dates = dates
    }
    this.lengths[this.size] = length
    this.dates[this.size++] = date
  }
}

const writeAll = (fd: number, bytes: Uint8Array): void => {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at)
}

/** Ids in chunks of a bounded number of rows; null where the part is small enough to take whole. */
async function chunksOf(
  connection: DuckDBConnection,
  dataset: Dataset,
  { file }: PageSource,
): Promise<(string[] | null)[]> {
  if (dataset.id === null) return [null]
  const read = await readColumns(
    connection,
    `SELECT ${quote(dataset.id)} AS id, count(*)::DOUBLE AS n FROM read_parquet(${literal(file)}) GROUP BY 1 ORDER BY 1`,
  )
  const counts = read.n as Float64Array
  if (counts.reduce((sum, n) => sum + n, 0) <= rowsAtOnce) return [null]
  const chunks: string[][] = [[]]
  let rows = 0
  for (const [i, id] of (read.id as string[]).entries()) {
    if (rows > 0 && rows + counts[i]! > rowsAtOnce) {
      chunks.push([])
      rows = 0
    }
    chunks.at(-1)!.push(id)
    rows += counts[i]!
  }
  return chunks
}

/** Encodes a part once, in by-id order, and puts the same bytes into by-date order beside it. */
export async function writePart(
  connection: DuckDBConnection,
  dataset: Dataset,
  source: PageSource,
  folder: string,
): Promise<PartPages> {
  const path = (order: Order, kind: string) => `${dataset.name}/${source.part}-${source.variant}.${order}.${kind}`
  const orders = ordersOf(dataset)
  const first = orders[0]!
  const groups: { id: string; rows: number }[] = []
  const side = new Side()
  const fd = openSync(join(folder, path(first, 'rows')), 'w')
  let open: Buffer = Buffer.alloc(0)
  for (const ids of await chunksOf(connection, dataset, source)) {
    const part = await readPart(connection, dataset, { ...source, ids })
    groups.push(...part.groups)
    const writer = new RowWriter(part.columns, Math.min(part.rows * 256, 64 << 20), open)
    let blockStart = 0
    for (let row = 0; row < part.rows; row++) {
      const length = writer.write(row)
      side.push((part.hidden[row] ? length | hiddenBit : length) >>> 0, part.dates[row]!)
      if (side.size % blockRows !== 0) continue
      side.checksums.push(crc32(writer.bytes.subarray(blockStart, writer.length)))
      blockStart = writer.length
      if (writer.length > 32 << 20) {
        writeAll(fd, writer.bytes.subarray(0, writer.length))
        writer.length = 0
        blockStart = 0
      }
    }
    // A block that the next ids will fill is carried over to them.
    writeAll(fd, writer.bytes.subarray(0, blockStart))
    open = Buffer.from(writer.bytes.subarray(blockStart, writer.length))
  }
  if (open.length > 0) side.checksums.push(crc32(open))
  writeAll(fd, open)
  fsyncSync(fd)
  closeSync(fd)
  const files = [finish(folder, first, path(first, 'rows'), path(first, 'side'), side)]
  if (orders.includes('date') && first !== 'date') {
    const byDate = reorder(join(folder, path('id', 'rows')), join(folder, path('date', 'rows')), side)
    files.push(finish(folder, 'date', path('date', 'rows'), path('date', 'side'), byDate))
  }
  return { part: source.part, variant: source.variant, count: side.size, groups, files }
}

/**
 * Copies rows from by-id to by-date order. By-id order already holds ids and the rest of the key ascending, so a stable
 * sort by date descending is all there is to do; files beyond the memory bound are gathered in several passes.
 */
function reorder(from: string, to: string, side: Side): Side {
  const counts = new Map<number, number>()
  for (let row = 0; row < side.size; row++) counts.set(side.dates[row]!, (counts.get(side.dates[row]!) ?? 0) + 1)
  const next = new Map<number, number>()
  let at = 0
  for (const [date, count] of [...counts].sort(([a], [b]) => b - a)) {
    next.set(date, at)
    at += count
  }
  const place = new Uint32Array(side.size)
  const result = new Side()
  result.lengths = new Uint32Array(side.size)
  result.dates = new Int32Array(side.size)
  result.size = side.size
  for (let row = 0; row < side.size; row++) {
    const date = side.dates[row]!
    const target = next.get(date)!
    next.set(date, target + 1)
    place[row] = target
    result.lengths[target] = side.lengths[row]!
    result.dates[target] = date
  }
  const offsets = new Float64Array(side.size + 1)
  for (let row = 0; row < side.size; row++) offsets[row + 1] = offsets[row]! + (result.lengths[row]! & lengthMask)
  const [input, output] = [openSync(from, 'r'), openSync(to, 'w')]
  const chunk = Buffer.allocUnsafe(8 << 20)
  for (let start = 0; start < side.size; ) {
    let end = start
    // Whole blocks, so that each checksum is taken over bytes that lie together.
    do end = Math.min(side.size, end + blockRows)
    while (end < side.size && offsets[Math.min(side.size, end + blockRows)]! - offsets[start]! <= bytesAtOnce)
    const base = offsets[start]!
    const window = Buffer.allocUnsafe(offsets[end]! - base)
    gather(input, chunk, side, (row, bytes, offset, length) => {
      const target = place[row]!
      if (target >= start && target < end) bytes.copy(window, offsets[target]! - base, offset, offset + length)
    })
    for (let row = start; row < end; row += blockRows)
      result.checksums.push(
        crc32(window.subarray(offsets[row]! - base, offsets[Math.min(end, row + blockRows)]! - base)),
      )
    writeAll(output, window)
    start = end
  }
  fsyncSync(output)
  closeSync(output)
  closeSync(input)
  return result
}

/** Walks a file row by row through a buffer of bounded size. */
function gather(
  fd: number,
  chunk: Buffer,
  side: Side,
  each: (row: number, bytes: Buffer, offset: number, length: number) => void,
): void {
  let buffer = chunk
  let held = 0
  let offset = 0
  let position = 0
  for (let row = 0; row < side.size; row++) {
    const length = side.lengths[row]! & lengthMask
    while (offset + length > held) {
      buffer.copy(buffer, 0, offset, held)
      held -= offset
      offset = 0
      if (length > buffer.length) {
        const larger = Buffer.allocUnsafe(length * 2)
        buffer.copy(larger, 0, 0, held)
        buffer = larger
      }
      const read = readSync(fd, buffer, held, buffer.length - held, position)
      if (read === 0) throw new Error('a page file ended before its last row')
      held += read
      position += read
    }
    each(row, buffer, offset, length)
    offset += length
  }
}

/** Writes the side file: eight bytes a row, then the checksum of each block of rows. */
function finish(folder: string, order: Order, rows: string, sideName: string, side: Side): PageFile {
  const { size, lengths, dates, checksums } = side
  const bytes = Buffer.allocUnsafeSlow(size * sideBytes + checksums.length * 4)
  const entries = new Int32Array(bytes.buffer)
  for (let row = 0; row < size; row++) {
    entries[row * 2] = lengths[row]!
    entries[row * 2 + 1] = dates[row]!
  }
  for (const [block, checksum] of checksums.entries()) entries[size * 2 + block] = checksum
  const out = openSync(join(folder, sideName), 'w')
  writeAll(out, bytes)
  fsyncSync(out)
  closeSync(out)
  return { order, rows, side: sideName, bytes: statSync(join(folder, rows)).size, sideCrc: crc32(bytes) }
}
