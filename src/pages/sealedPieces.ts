import { closeSync, openSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { readAll, type SideWriter } from './side.ts'

/** The pieces of a complete file, for the same rows in another order: 32 rows that follow one another in both. */
export class SealedPieces {
  readonly #fd: number
  readonly #side: SideWriter
  readonly #starts: Float64Array

  constructor(path: string, side: SideWriter) {
    this.#fd = openSync(path, 'r')
    this.#side = side
    this.#starts = new Float64Array(side.pieces)
    let start = 0
    for (let at = 0; at < side.pieces; at++) {
      this.#starts[at] = start
      start += side.piece(at).length
    }
  }

  /** Reads a piece; null where its bytes are not those that were written. */
  read(at: number): Buffer | null {
    const { length, checksum } = this.#side.piece(at)
    const packed = Buffer.allocUnsafe(length)
    return readAll(this.#fd, packed, this.#starts[at]!) && crc32(packed) === checksum ? packed : null
  }

  close(): void {
    closeSync(this.#fd)
  }
}
