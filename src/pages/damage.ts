import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { DamagedFile } from '../disk.ts'
import { lengthMask, pieceBytes, pieceRows, piecesIn, sideBytes, sideSize } from './format.ts'
import type { PageFile } from './rowFile.ts'

/** Called with the bytes read and awaited, to slow a reader down. */
export type Pace = (bytes: number) => Promise<void> | void

/** Side entries per read; whole pieces. */
const entriesAtOnce = pieceRows * 1_024
/** Bytes of rows per read, unless one piece is larger. */
const bytesAtOnce = 512 << 10

type Opened = { readonly path: string; readonly handle: FileHandle }

/** Reads the files of one order of a part with so many rows completely; returns the damage, null if there is none. */
export async function damageOf(
  folder: string,
  file: PageFile,
  rows: number,
  pace: Pace = () => {},
): Promise<DamagedFile | null> {
  const count = file.entries ?? rows
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
    const side = await openWhole(file.side, sideSize(count))
    const packed = await openWhole(file.packed, file.packedBytes)
    const plainRows = await openWhole(file.rows, file.bytes)
    const { plain, pieces } = await readSide(side, file, count, pace)
    await checkPieces(packed, pieces, (bytes, piece) => crc32(bytes) === pieces.checksums[piece], pace)
    let running = 0
    // The checksum of each piece goes on from the one before.
    const isWhole = (bytes: Buffer, piece: number) => {
      running = crc32(bytes, running)
      return running === plain.checksums[piece]
    }
    await checkPieces(plainRows, plain, isWhole, pace)
    return null
  } catch (error) {
    if (error instanceof DamagedFile) return error
    throw error
  } finally {
    for (const { handle } of opened) await handle.close()
  }
}

/** Length and checksum of each piece of a file. */
type Lengths = { readonly lengths: Float64Array; readonly checksums: Uint32Array }

/** The pieces, and the plain rows of each, with checksums of all plain rows up to its end. */
async function readSide(side: Opened, { bytes, packedBytes, sideCrc }: PageFile, count: number, pace: Pace) {
  const size = piecesIn(count)
  const made = (): Lengths => ({ lengths: new Float64Array(size), checksums: new Uint32Array(size) })
  const [plain, pieces] = [made(), made()]
  let crc = 0
  for (let from = 0; from < count; from += entriesAtOnce) {
    const entries = new Int32Array(Math.min(entriesAtOnce, count - from) * 2)
    const read = new Uint8Array(entries.buffer)
    await fill(side, read, from * sideBytes)
    await pace(read.length)
    crc = crc32(read, crc)
    for (let i = 0; i < entries.length; i += 2)
      plain.lengths[Math.floor((from + i / 2) / pieceRows)]! += entries[i]! & lengthMask
  }
  const tail = new Uint8Array(size * pieceBytes)
  await fill(side, tail, count * sideBytes)
  if (crc32(tail, crc) !== sideCrc) throw new DamagedFile(side.path, 'its checksum is wrong')
  const table = new Uint32Array(tail.buffer)
  for (let i = 0; i < size; i++) {
    pieces.lengths[i] = table[i * 3]!
    pieces.checksums[i] = table[i * 3 + 1]!
    plain.checksums[i] = table[i * 3 + 2]!
  }
  const total = ({ lengths }: Lengths) => lengths.reduce((sum, length) => sum + length, 0)
  if (total(plain) !== bytes || total(pieces) !== packedBytes)
    throw new DamagedFile(side.path, 'it does not add up to its rows')
  return { plain, pieces }
}

async function checkPieces(
  file: Opened,
  { lengths }: Lengths,
  isWhole: (bytes: Buffer, piece: number) => boolean,
  pace: Pace,
): Promise<void> {
  let offset = 0
  for (let piece = 0; piece < lengths.length; ) {
    const first = piece
    let size = lengths[piece++]!
    while (piece < lengths.length && size + lengths[piece]! <= bytesAtOnce) size += lengths[piece++]!
    const bytes = Buffer.allocUnsafe(size)
    await fill(file, bytes, offset)
    let at = 0
    for (let i = first; i < piece; i++) {
      const end = at + lengths[i]!
      if (!isWhole(bytes.subarray(at, end), i)) throw new DamagedFile(file.path, 'its checksum is wrong', i)
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
