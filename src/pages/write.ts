import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Dataset } from '../catalogue/dataset.ts'
import type { Bounds } from './bounds.ts'
import { chunksOf } from './chunks.ts'
import { readPart } from './columns.ts'
import { RowWriter } from './encode.ts'
import { hiddenBit, type Order, ordersOf } from './format.ts'
import { copiedFrom, rowsOf } from './kept.ts'
import { OldPieces } from './oldPieces.ts'
import type { PageSource, PartPages } from './partPages.ts'
import { type Group, reorder } from './reorder.ts'
import { RowFile } from './rowFile.ts'
import { SealedPieces } from './sealedPieces.ts'

/** Encodes a part in by-id order and copies the same bytes into by-date order. */
export async function writePart(
  connection: DuckDBConnection,
  dataset: Dataset,
  source: PageSource,
  folder: string,
  bounds: Bounds,
): Promise<PartPages> {
  const { before } = source
  const oldPieces = (order: Order): OldPieces | null => {
    const old = before?.files.find((file) => file.order === order)
    return old ? new OldPieces(before!.folder, old, old.entries ?? rowsOf(before!)) : null
  }
  const fileOf = (order: Order, twins: SealedPieces | null = null) =>
    new RowFile(folder, `${dataset.name}/${source.part}-${source.variant}`, order, oldPieces(order), twins)
  const orders = ordersOf(dataset)
  const first = fileOf(orders[0]!)
  const groups: Group[] = []
  const dates = new Set<number>()
  const add = ({ id, rows, bytes }: Group) => {
    // An id with many rows comes in several pieces.
    const last = groups.at(-1)
    if (last?.id === id) groups[groups.length - 1] = { id, rows: last.rows + rows, bytes: last.bytes + bytes }
    else groups.push({ id, rows, bytes })
  }

  async function encode(where: string): Promise<void> {
    const rows = Math.min(source.rows, bounds.rows)
    const part = await readPart(connection, dataset, { ...source, where, rows })
    const writer = new RowWriter(part.columns, Math.min(part.rows * 256, bounds.bytes >> 1))
    let pieceStart = 0
    let row = 0
    for (const { id, rows } of part.groups) {
      let bytes = 0
      for (const end = row + rows; row < end; row++) {
        const length = writer.write(row)
        const date = part.dates[row]!
        bytes += length
        dates.add(date)
        const flagged = part.hidden[row] ? length | hiddenBit : length
        pieceStart = first.push(flagged, date, writer.bytes, pieceStart, writer.length)
        if (writer.length > bounds.bytes >> 2) {
          first.write(writer.bytes.subarray(0, writer.length), pieceStart)
          writer.length = 0
          pieceStart = 0
        }
      }
      add({ id, rows, bytes })
    }
    first.write(writer.bytes.subarray(0, writer.length), pieceStart)
  }

  const kept = await copiedFrom(connection, dataset, source, bounds.rows)
  try {
    for (const piece of kept?.pieces ?? ['true']) {
      if (typeof piece !== 'string') for (const group of kept!.copy(piece, first, dates)) add(group)
      else {
        const within = `${source.where} AND ${piece}`
        const pieces =
          source.rows <= bounds.rows
            ? [within]
            : await chunksOf(connection, dataset, { file: source.file, within }, bounds.rows)
        for (const where of pieces) await encode(where)
      }
    }
  } finally {
    kept?.close()
  }
  const made = first.close()
  const files = [made]
  if (orders.length > 1) {
    const byDate = fileOf('date', new SealedPieces(join(folder, made.packed), first.side))
    const [rows, side] = [join(folder, made.rows), join(folder, made.side)]
    const isFilled = source.isRange === true
    reorder({ rows, side, groups, dates, most: bounds.bytes, isFilled }, byDate)
    files.push({ ...byDate.close(), ...(isFilled ? { entries: byDate.side.size } : {}) })
  }
  return {
    part: source.part,
    variant: source.variant,
    count: first.side.size,
    groups: groups.map(({ id, rows }) => ({ id, rows })),
    files,
  }
}
