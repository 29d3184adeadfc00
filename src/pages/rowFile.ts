import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { Order, PageFile } from './format.ts'
import type { OldPieces } from './oldPieces.ts'
import { encodeIndex, type Group, type Piece } from './pieceIndex.ts'

/** A piece ends at a byte boundary, so that others can follow it. */
const deflating = { level: 6, finishFlush: constants.Z_SYNC_FLUSH }
const writtenAtOnce = 256 << 10

export const writeAll = (fd: number, bytes: Uint8Array): void => {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at)
}

/** One order of a part being written: rows in the order they are sent. */
export class RowFile {
  count = 0
  readonly #order: Order
  readonly #most: number
  readonly #name: string
  readonly #fd: number
  readonly #old: OldPieces | null
  readonly #pieces: Piece[] = []
  /** The rows of the piece that is not complete. */
  #plain = Buffer.allocUnsafe(64 << 10)
  #length = 0
  #rows = 0
  #date = 0
  #plainBytes = 0
  #bytes = 0
  #pending: Buffer[] = []
  #pendingBytes = 0

  /**
   * `path` is relative to the folder, without the ending; `most` is the number of rows of a piece; `old` are the pieces of
   * an earlier state of the file.
   */
  constructor(folder: string, path: string, order: Order, most: number, old: OldPieces | null = null) {
    this.#order = order
    this.#most = most
    this.#name = `${path}.${order}.rows`
    this.#old = old
    this.#fd = openSync(join(folder, this.#name), 'w')
  }

  /** Adds the row that stands from `start` to `end`. */
  add(bytes: Buffer, start: number, end: number, date: number): void {
    const length = end - start
    if (this.#length + length > this.#plain.length) {
      const larger = Buffer.allocUnsafe((this.#length + length) * 2)
      this.#plain.copy(larger, 0, 0, this.#length)
      this.#plain = larger
    }
    bytes.copy(this.#plain, this.#length, start, end)
    this.#length += length
    if (this.#rows === 0) this.#date = date
    this.count++
    if (++this.#rows === this.#most) this.#seal()
  }

  /** So many rows of an id or of a day follow: a piece that is half full ends before them, unless they fit. */
  begin(rows: number): void {
    if (this.#rows + rows > this.#most && this.#rows * 2 >= this.#most) this.#seal()
  }

  /** The piece ends. */
  cut(): void {
    if (this.#rows > 0) this.#seal()
  }

  #seal(): void {
    const plain = this.#plain.subarray(0, this.#length)
    const plainCrc = crc32(plain)
    const packed = this.#old?.find(plain, plainCrc) ?? deflateRawSync(plain, deflating)
    this.#pieces.push({
      ...{ rows: this.#rows, packed: packed.length, packedCrc: crc32(packed) },
      ...{ plain: plain.length, plainCrc, date: this.#date },
    })
    this.#plainBytes += plain.length
    this.#length = 0
    this.#rows = 0
    this.#pending.push(packed)
    this.#pendingBytes += packed.length
    if (this.#pendingBytes > writtenAtOnce) this.#flush()
  }

  #flush(): void {
    writeAll(this.#fd, Buffer.concat(this.#pending))
    this.#bytes += this.#pendingBytes
    this.#pending = []
    this.#pendingBytes = 0
  }

  /**
   * Completes the file; `groups` are the ids of a by-id order. It is not flushed to the disk: what a loss of power takes is
   * found by its checksums and encoded again, and to flush thousands of files takes seconds.
   */
  close(groups: readonly Group[]): PageFile {
    this.cut()
    this.#flush()
    const index = encodeIndex(this.#pieces, groups)
    writeAll(this.#fd, index)
    closeSync(this.#fd)
    this.#old?.close()
    return {
      ...{ order: this.#order, name: this.#name, bytes: this.#bytes + index.length, plain: this.#plainBytes },
      ...{ pieces: this.#pieces.length, ids: groups.length, indexBytes: index.length, indexCrc: crc32(index) },
    }
  }
}
