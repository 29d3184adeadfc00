import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Dataset } from '../catalogue/dataset.ts'
import { damageOf } from './damage.ts'
import { lengthMask, sideBytes } from './format.ts'
import type { Before, PageSource } from './partPages.ts'
import type { Group } from './reorder.ts'
import type { RowFile } from './rowFile.ts'
import { readAll } from './side.ts'
import { fingerprints, idsBetween } from './slices.ts'

/** Consecutive ids with all their rows, by position in the old file. */
type CopiedGroups = { readonly first: number; readonly last: number }

/** If more than this share of the rows changed, everything is encoded. */
const mostChanged = 0.3

const rowsAtOnce = 8_192

/** The number of rows of a part's previous state. */
export const rowsOf = ({ groups }: Before): number => groups.reduce((sum, { rows }) => sum + rows, 0)

/** The ids that can be copied from a part's old pages; null if the part is encoded whole, for example because it is small. */
export async function copiedFrom(connection: DuckDBConnection, dataset: Dataset, source: PageSource, few: number) {
  const { variant, before } = source
  const old = before?.files.find(({ order }) => order === 'id')
  if (!before || !old || rowsOf(before) <= few) return null
  const was = await fingerprints(connection, dataset, variant, before)
  // The old pages must belong to the old file.
  if (
    was.length !== before.groups.length ||
    was.some(({ id, rows }, i) => before.groups[i]!.id !== id || before.groups[i]!.rows !== rows)
  )
    return null
  // Copied rows get new checksums, which would hide damage.
  if (await damageOf(before.folder, old, rowsOf(before))) return null
  const places = new Map(was.map(({ id }, at) => [id, at]))
  const is = await fingerprints(connection, dataset, variant, source)
  const isKept = is.map(({ id, print, rows }) => {
    const there = was[places.get(id) ?? -1]
    return there !== undefined && there.print === print && there.rows === rows
  })
  const all = is.reduce((sum, { rows }) => sum + rows, 0)
  const others = is.reduce((sum, { rows }, i) => sum + (isKept[i] ? 0 : rows), 0)
  if (others > all * mostChanged) return null

  const pieces: (CopiedGroups | string)[] = []
  for (let at = 0; at < is.length; ) {
    const start = at
    const place = places.get(is[at]!.id)!
    if (isKept[at]) {
      // Ids that are adjacent in both files are copied together.
      while (at < is.length && isKept[at] && places.get(is[at]!.id) === place + (at - start)) at++
      pieces.push({ first: place, last: place + (at - start) - 1 })
    } else {
      while (at < is.length && !isKept[at]) at++
      pieces.push(idsBetween(dataset, is.slice(start, at)))
    }
  }

  const [rowFd, sideFd] = [old.rows, old.side].map((name) => openSync(join(before.folder, name), 'r')) as [
    number,
    number,
  ]
  let bytesAt = 0
  let groupAt = 0
  let rowsBefore = 0
  const starts = was.map(({ rows }) => {
    rowsBefore += rows
    return rowsBefore - rows
  })

  const read = (fd: number, bytes: Buffer, position: number): void => {
    if (!readAll(fd, bytes, position)) throw new Error('a page file ended before its last row')
  }

  /** Side entries of rows in the old file, a bounded number at a time. */
  function* entriesOf(from: number, rows: number): Generator<Int32Array> {
    for (let done = 0; done < rows; ) {
      const count = Math.min(rowsAtOnce, rows - done)
      const entries = Buffer.allocUnsafeSlow(count * sideBytes)
      read(sideFd, entries, (from + done) * sideBytes)
      yield new Int32Array(entries.buffer)
      done += count
    }
  }

  /** Advances to the start of an id. */
  function goTo(group: number): void {
    for (; groupAt < group; groupAt++)
      for (const entries of entriesOf(starts[groupAt]!, was[groupAt]!.rows))
        for (let i = 0; i < entries.length; i += 2) bytesAt += entries[i]! & lengthMask
  }

  return {
    pieces,
    *copy({ first, last }: CopiedGroups, to: RowFile, dates: Set<number>): Generator<Group> {
      goTo(first)
      for (; groupAt <= last; groupAt++) {
        const { id, rows } = was[groupAt]!
        let bytes = 0
        for (const entries of entriesOf(starts[groupAt]!, rows)) {
          let size = 0
          for (let i = 0; i < entries.length; i += 2) size += entries[i]! & lengthMask
          const copied = Buffer.allocUnsafeSlow(size)
          read(rowFd, copied, bytesAt + bytes)
          bytes += size
          let [end, pieceStart] = [0, 0]
          for (let i = 0; i < entries.length; i += 2) {
            const [flagged, date] = [entries[i]!, entries[i + 1]!]
            end += flagged & lengthMask
            dates.add(date)
            pieceStart = to.push(flagged, date, copied, pieceStart, end)
          }
          to.write(copied, pieceStart)
        }
        bytesAt += bytes
        yield { id, rows, bytes }
      }
    },
    close() {
      closeSync(rowFd)
      closeSync(sideFd)
    },
  }
}
