import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { blockRows, hiddenBit, lengthMask, type Order, sideBytes, type Variant } from './format.ts'
import type { PageVersion } from './publish.ts'
import type { PageFile } from './write.ts'

/** A page file opened for reading: a sparse index in memory that all threads share, one entry for each block of rows. */
export type OpenFile = {
  readonly order: Order
  readonly path: string
  readonly sidePath: string
  readonly count: number
  readonly bytes: number
  /** Byte offset, key date and number of visible rows before the first row of each block. */
  readonly offsets: Float64Array
  readonly dates: Int32Array
  readonly visible: Int32Array
  readonly checksums: Uint32Array
  /** 1 once a block's bytes were found to match its checksum; a change of the file on disk sets them all back. */
  readonly checked: Uint8Array
  /** Key date of the last row, the oldest of the file in by-date order. */
  readonly lastDate: number
}

/** Ids of a part in order; the rows of id `i` are `firsts[i]` to `firsts[i + 1]` of the by-id file. */
export type Groups = {
  readonly names: Uint8Array
  readonly ends: Uint32Array
  readonly firsts: Uint32Array
  /** Byte offset of the first row of each id. */
  readonly offsets: Float64Array
  /** 1 where every row of the id is hidden. */
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

/** The pages of one version, ready to be handed to any number of threads. */
export type OpenPages = {
  readonly folder: string
  readonly version: string
  readonly origin: string
  /** Parts of each dataset, newest rows first. */
  readonly datasets: Readonly<Record<string, readonly OpenPart[]>>
}

/** A file that is not what the list says: cut, missing or changed. */
export class DamagedPages extends Error {
  override name = 'DamagedPages'
}

const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(Math.max(bytes, 8))

function openFile(folder: string, file: PageFile, count: number): OpenFile & { lengths: Uint32Array } {
  const sidePath = join(folder, file.side)
  const path = join(folder, file.rows)
  const blocks = Math.ceil(count / blockRows)
  const expected = count * sideBytes + blocks * 4
  const side = Buffer.allocUnsafe(expected)
  try {
    const fd = openSync(sidePath, 'r')
    const { size } = fstatSync(fd)
    const read = readSync(fd, side, 0, expected, 0)
    closeSync(fd)
    const rows = openSync(path, 'r')
    const length = fstatSync(rows).size
    closeSync(rows)
    if (size !== expected || read !== expected) throw new DamagedPages(`${file.side} is cut`)
    if (length !== file.bytes) throw new DamagedPages(`${file.rows} is cut`)
  } catch (error) {
    throw error instanceof DamagedPages ? error : new DamagedPages(`${file.rows}: ${(error as Error).message}`)
  }
  if (crc32(side) !== file.sideCrc) throw new DamagedPages(`${file.side} is damaged`)
  const offsets = new Float64Array(shared(blocks * 8))
  const dates = new Int32Array(shared(blocks * 4))
  const visible = new Int32Array(shared(blocks * 4))
  const checksums = new Uint32Array(shared(blocks * 4))
  const lengths = new Uint32Array(count)
  let offset = 0
  let seen = 0
  for (let row = 0; row < count; row++) {
    const entry = side.readUInt32LE(row * sideBytes)
    if (row % blockRows === 0) {
      const block = row / blockRows
      offsets[block] = offset
      dates[block] = side.readInt32LE(row * sideBytes + 4)
      visible[block] = seen
      checksums[block] = side.readUInt32LE(count * sideBytes + block * 4)
    }
    lengths[row] = entry
    offset += entry & lengthMask
    if ((entry & hiddenBit) === 0) seen++
  }
  if (offset !== file.bytes) throw new DamagedPages(`${file.side} does not add up to ${file.rows}`)
  return {
    order: file.order,
    path,
    sidePath,
    count,
    bytes: file.bytes,
    offsets,
    dates,
    visible,
    checksums,
    checked: new Uint8Array(shared(blocks)),
    lastDate: count > 0 ? side.readInt32LE((count - 1) * sideBytes + 4) : 0,
    lengths,
  }
}

function openGroups(groups: readonly { id: string; rows: number }[], lengths: Uint32Array): Groups {
  const names = Buffer.concat(groups.map(({ id }) => Buffer.from(id)))
  const sharedNames = new Uint8Array(shared(names.length))
  sharedNames.set(names)
  const ends = new Uint32Array(shared(groups.length * 4))
  const firsts = new Uint32Array(shared((groups.length + 1) * 4))
  const offsets = new Float64Array(shared((groups.length + 1) * 8))
  const hidden = new Uint8Array(shared(groups.length))
  let end = 0
  let row = 0
  let offset = 0
  for (const [i, group] of groups.entries()) {
    end += Buffer.byteLength(group.id)
    ends[i] = end
    firsts[i] = row
    offsets[i] = offset
    hidden[i] = 1
    for (const last = row + group.rows; row < last; row++) {
      offset += lengths[row]! & lengthMask
      if ((lengths[row]! & hiddenBit) === 0) hidden[i] = 0
    }
  }
  firsts[groups.length] = row
  offsets[groups.length] = offset
  return { names: sharedNames, ends, firsts, offsets, hidden }
}

/** Reads the side files of a version into the shared index; throws `DamagedPages` where one is not whole. */
export function openPages({ list, folder }: PageVersion): OpenPages {
  const datasets: Record<string, OpenPart[]> = {}
  for (const [name, parts] of Object.entries(list.datasets)) {
    datasets[name] = parts.map(({ part, variant, count, groups, files }) => {
      const opened = new Map(files.map((file) => [file.order, openFile(folder, file, count)]))
      const strip = (file: (OpenFile & { lengths: Uint32Array }) | undefined): OpenFile | null => {
        if (!file) return null
        const { lengths: _, ...rest } = file
        return rest
      }
      const byId = opened.get('id')
      return {
        part,
        variant,
        count,
        byId: strip(byId),
        byDate: strip(opened.get('date'))!,
        groups: openGroups(byId ? groups : [], byId?.lengths ?? new Uint32Array()),
      }
    })
    // Newest first: the running year stands before the closed ones.
    datasets[name]!.sort((a, b) => (a.part < b.part ? -1 : 1))
  }
  return { folder, version: list.manifest.version, origin: list.manifest.origin, datasets }
}
