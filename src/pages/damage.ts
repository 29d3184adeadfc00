import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { DamagedFile } from '../disk.ts'
import type { PageFile } from './format.ts'
import { decodeIndex } from './pieceIndex.ts'

/** Called with the bytes read and awaited, to slow a reader down. */
export type Pace = (bytes: number) => Promise<void> | void

/** Bytes per read, unless one piece is larger. */
const bytesAtOnce = 512 << 10

/** Reads a page file completely; returns the damage, null if there is none. */
export async function damageOf(
  folder: string,
  { name, bytes, pieces, ids, indexBytes, indexCrc }: PageFile,
  pace: Pace = () => {},
): Promise<DamagedFile | null> {
  const path = join(folder, name)
  const damaged = (what: string, piece: number | null = null) => new DamagedFile(path, what, piece)
  try {
    const handle = await open(path, 'r')
    const read = async (offset: number, length: number): Promise<Buffer> => {
      const target = Buffer.allocUnsafe(length)
      for (let at = 0; at < length; ) {
        const { bytesRead } = await handle.read(target, at, length - at, offset + at)
        if (bytesRead === 0) throw new Error('it is cut')
        at += bytesRead
      }
      await pace(length)
      return target
    }
    try {
      if ((await handle.stat()).size !== bytes) return damaged('its length is wrong')
      const indexed = await read(bytes - indexBytes, indexBytes)
      if (crc32(indexed) !== indexCrc) return damaged('its index is damaged')
      const { places, packedCrcs } = decodeIndex(indexed, pieces, ids)
      for (let first = 0; first < pieces; ) {
        let last = first + 1
        while (last < pieces && places[last + 1]! - places[first]! <= bytesAtOnce) last++
        const start = places[first]!
        const some = await read(start, places[last]! - start)
        for (; first < last; first++)
          if (crc32(some.subarray(places[first]! - start, places[first + 1]! - start)) !== packedCrcs[first])
            return damaged('its checksum is wrong', first)
      }
      return null
    } finally {
      await handle.close()
    }
  } catch (error) {
    // Missing or cut, or the device cannot read a sector.
    return damaged((error as Error).message)
  }
}
