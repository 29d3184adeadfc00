import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { constants, crc32, inflateRawSync } from 'node:zlib'
import type { PageFile } from './format.ts'
import { decodeIndex, type PieceIndex } from './pieceIndex.ts'

/**
 * The pieces of a file's earlier state, by their rows. To find a piece and to compare its rows takes a fraction of the
 * time that compressing them takes.
 */
export class OldPieces {
  readonly #fd: number
  readonly #index: PieceIndex | null
  readonly #pieces = new Map<number, number>()

  constructor(folder: string, { name, bytes, indexBytes, indexCrc, pieces, ids }: PageFile) {
    this.#fd = openSync(join(folder, name), 'r')
    const read = this.#read(bytes - indexBytes, indexBytes)
    this.#index = read && crc32(read) === indexCrc ? decodeIndex(read, pieces, ids) : null
    for (let piece = 0; piece < (this.#index?.pieces ?? 0); piece++)
      this.#pieces.set(this.#index!.plainCrcs[piece]!, piece)
  }

  /** The compressed form of these rows; null where no piece has them. */
  find(plain: Buffer, crc: number): Buffer | null {
    const piece = this.#pieces.get(crc)
    if (piece === undefined) return null
    const { places, plains } = this.#index!
    if (plains[piece + 1]! - plains[piece]! !== plain.length) return null
    const packed = this.#read(places[piece]!, places[piece + 1]! - places[piece]!)
    try {
      const rows = packed && inflateRawSync(packed, { finishFlush: constants.Z_SYNC_FLUSH })
      return rows?.equals(plain) ? packed : null
    } catch {
      // A damaged piece is compressed anew.
      return null
    }
  }

  #read(offset: number, length: number): Buffer | null {
    const bytes = Buffer.allocUnsafe(length)
    for (let at = 0; at < length; ) {
      const count = readSync(this.#fd, bytes, at, length - at, offset + at)
      if (count === 0) return null
      at += count
    }
    return bytes
  }

  close(): void {
    closeSync(this.#fd)
  }
}
