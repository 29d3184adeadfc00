import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { DamagedFile } from '../disk.ts'
import { blockRows, lengthMask, sideBytes } from './format.ts'
import type { PageFile } from './rowFile.ts'

/** Called with the bytes read and awaited, to slow a reader down. */
export type Pace = (bytes: number) => Promise<void> | void

/** Side entries per read; whole blocks. */
const entriesAtOnce = blockRows * 512
/** Bytes of rows per read, unless one block is larger. */
const bytesAtOnce = 512 << 10

type Opened = { readonly path: string; readonly handle: FileHandle }

/** Reads a page file and its side file completely; returns the damage, null if there is none. */
export async function damageOf(
  folder: string,
  file: PageFile,
  count: number,
  pace: Pace = () => {},
): Promise<DamagedFile | null> {
  const opened: Opened[] = []
  const openWhole = async (name: string, length: number): Promise<Opened> => {
    const path = join(folder, name)
    const handle = await open(path, 'r').catch((error: Error) => {
      throw new DamagedFile(path, error.message)
    })
    opened.push({ path, handle })
    if ((await handle.stat()).size !== length) throw new DamagedFile(path, 'its length is wrong')
    return { path, handle }
  }
  try {
    const blocks = Math.ceil(count / blockRows)
    const side = await openWhole(file.side, count * sideBytes + blocks * 4)
    const rows = await openWhole(file.rows, file.bytes)
    const { lengths, checksums } = await readSide(side, file, count, pace)
    await checkRows(rows, lengths, checksums, pace)
    return null
  } catch (error) {
    if (error instanceof DamagedFile) return error
    throw error
  } finally {
    for (const { handle } of opened) await handle.close()
  }
}

/** Length and checksum of each block of rows. */
async function readSide(side: Opened, { bytes, sideCrc }: PageFile, count: number, pace: Pace) {
  const blocks = Math.ceil(count / blockRows)
  const lengths = new Float64Array(blocks)
  let crc = 0
  let total = 0
  for (let from = 0; from < count; from += entriesAtOnce) {
    const entries = new Int32Array(Math.min(entriesAtOnce, count - from) * 2)
    const read = new Uint8Array(entries.buffer)
    await fill(side, read, from * sideBytes)
    await pace(read.length)
    crc = crc32(read, crc)
    for (let i = 0; i < entries.length; i += 2) {
      const length = entries[i]! & lengthMask
      const block = Math.floor((from + i / 2) / blockRows)
      lengths[block]! += length
      total += length
    }
  }
  const checksums = new Uint32Array(blocks)
  const tail = new Uint8Array(checksums.buffer)
  await fill(side, tail, count * sideBytes)
  if (crc32(tail, crc) !== sideCrc) throw new DamagedFile(side.path, 'its checksum is wrong')
  if (total !== bytes) throw new DamagedFile(side.path, 'it does not add up to its rows')
  return { lengths, checksums }
}

async function checkRows(rows: Opened, lengths: Float64Array, checksums: Uint32Array, pace: Pace): Promise<void> {
  let offset = 0
  for (let block = 0; block < lengths.length; ) {
    const first = block
    let size = lengths[block++]!
    while (block < lengths.length && size + lengths[block]! <= bytesAtOnce) size += lengths[block++]!
    const bytes = Buffer.allocUnsafe(size)
    await fill(rows, bytes, offset)
    let at = 0
    for (let i = first; i < block; i++) {
      const end = at + lengths[i]!
      if (crc32(bytes.subarray(at, end)) !== checksums[i]) throw new DamagedFile(rows.path, 'its checksum is wrong', i)
      at = end
    }
    offset += size
    await pace(size)
  }
}

async function fill({ path, handle }: Opened, target: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < target.length; ) {
    const { bytesRead } = await handle.read(target, at, target.length - at, position + at).catch((error: Error) => {
      // The device cannot read a sector.
      throw new DamagedFile(path, error.message)
    })
    if (bytesRead === 0) throw new DamagedFile(path, 'it is cut')
    at += bytesRead
  }
}
