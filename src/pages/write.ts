import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Dataset } from '../catalogue/dataset.ts'
import type { Bounds } from './bounds.ts'
import { chunksOf } from './chunks.ts'
import { readPart } from './columns.ts'
import { RowWriter } from './encode.ts'
import { type Order, ordersOf, type PartPages, pieceRows } from './format.ts'
import { OldPieces } from './oldPieces.ts'
import type { Group } from './pieceIndex.ts'
import { reorder, Scratch } from './reorder.ts'
import { RowFile } from './rowFile.ts'
import type { PageSource } from './slices.ts'

/** Encodes a part in by-id order and copies the same bytes into by-date order. */
export async function writePart(
  connection: DuckDBConnection,
  dataset: Dataset,
  source: PageSource,
  folder: string,
  bounds: Bounds,
): Promise<PartPages> {
  const { part, variant, key, isClosed, before, isRange } = source
  const path = `${dataset.name}/${part}-${variant}-${key.slice(0, 8)}`
  const fileOf = (order: Order): RowFile => {
    const old = before?.files.find((file) => file.order === order)
    const most = pieceRows[order][isClosed ? 'closed' : 'open']
    return new RowFile(folder, path, order, most, old ? new OldPieces(before!.folder, old) : null)
  }
  const orders = ordersOf(dataset)
  const first = fileOf(orders[0]!)
  const scratch = new Scratch(join(folder, `${path}.scratch`))
  const groups: { id: string; rows: number }[] = []
  let [newest, oldest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]

  async function encode(where: string): Promise<void> {
    const rows = Math.min(source.rows, bounds.rows)
    const chunk = await readPart(connection, dataset, { ...source, where, rows })
    const writer = new RowWriter(chunk.columns, Math.min(chunk.rows * 256, bounds.bytes >> 1))
    const flush = () => {
      if (orders.length > 1) scratch.write(writer.bytes.subarray(0, writer.length))
      writer.length = 0
    }
    let row = 0
    for (const { id, rows } of chunk.groups) {
      // An id with many rows comes in several chunks.
      const last = groups.at(-1)
      if (last?.id === id) last.rows += rows
      else {
        if (orders.length > 1) first.begin(rows)
        groups.push({ id, rows })
      }
      for (const end = row + rows; row < end; row++) {
        const date = chunk.dates[row]!

        newest = Math.max(newest, date)
        oldest = Math.min(oldest, date)
        const start = writer.length
        const length = writer.write(row)
        first.add(writer.bytes, start, writer.length, date)
        scratch.note(length, date)
        if (writer.length > bounds.bytes >> 2) flush()
      }
    }
    flush()
  }

  try {
    const within = source.where
    const isFew = source.rows <= bounds.rows
    const chunks = isFew ? [within] : await chunksOf(connection, dataset, { file: source.file, within }, bounds.rows)
    for (const where of chunks) await encode(where)
    const count = first.count
    const ids: readonly Group[] = orders.length > 1 ? groups : []
    const files = [first.close(ids)]
    // The rows of one day are in the same order.
    if (orders.length > 1 && newest > oldest) {
      const byDate = fileOf('date')
      reorder(scratch, groups, bounds.bytes, byDate, isRange === true)
      files.push(byDate.close([]))
    }
    const span = count === 0 ? { newest: 0, oldest: 0 } : { newest, oldest }
    return { part, variant, count, ...span, ...(isRange ? { isRange } : {}), files, hidden: null }
  } finally {
    scratch.close()
  }
}
