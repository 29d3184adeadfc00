import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { lengthMask, pieceBytes, pieceRows, sideBytes } from './format.ts'
import { readAll } from './side.ts'

/** Pieces whose entries are read at once. */
const piecesAtOnce = 1_024
/** After so many pieces that all differ, the rows have moved and none is looked at any more. */
const mostMisses = 512

/**
 * The pieces of a file's previous state, taken in order. To compare the plain rows of a piece with the old ones takes a
 * fraction of the time that compressing them takes.
 */
export class OldPieces {
  readonly #files: { readonly rows: number; readonly packed: number; readonly side: number }
  readonly #count: number
  readonly #entries = new Int32Array(piecesAtOnce * pieceRows * 2)
  readonly #table = new Uint32Array(piecesAtOnce * 3)
  #piece = 0
  /** The first piece of those in `#entries` and `#table`; none at first. */
  #first = -piecesAtOnce
  #plainAt = 0
  #packedAt = 0
  #misses = 0
  #scratch = Buffer.alloc(0)

  /** `count` is the number of rows. */
  constructor(
    folder: string,
    { rows, packed, side }: Readonly<Record<'rows' | 'packed' | 'side', string>>,
    count: number,
  ) {
    const open = (name: string) => openSync(join(folder, name), 'r')
    this.#files = { rows: open(rows), packed: open(packed), side: open(side) }
    this.#count = count
  }

  /** The compressed form of the next piece if its rows are the same as before; null otherwise. */
  take(plain: Uint8Array): Buffer | null {
    if (this.#misses >= mostMisses || this.#piece * pieceRows >= this.#count) return null
    const { length, packedLength, checksum } = this.#next()
    const [plainAt, packedAt] = [this.#plainAt, this.#packedAt]
    this.#plainAt += length
    this.#packedAt += packedLength
    this.#misses++
    if (length !== plain.length || !this.#isSame(plain, plainAt)) return null
    const packed = Buffer.allocUnsafe(packedLength)
    if (!readAll(this.#files.packed, packed, packedAt) || crc32(packed) !== checksum) return null
    this.#misses = 0
    return packed
  }

  /** The lengths of the next piece, plain and compressed, and its checksum. */
  #next() {
    if (this.#piece >= this.#first + piecesAtOnce) this.#readEntries()
    const at = this.#piece - this.#first
    const rows = Math.min(pieceRows, this.#count - this.#piece * pieceRows)
    let length = 0
    for (let i = 0; i < rows; i++) length += this.#entries[(at * pieceRows + i) * 2]! & lengthMask
    this.#piece++
    return { length, packedLength: this.#table[at * 3]!, checksum: this.#table[at * 3 + 1]! }
  }

  #readEntries(): void {
    this.#first = this.#piece
    const { side } = this.#files
    readAll(side, Buffer.from(this.#entries.buffer), this.#piece * pieceRows * sideBytes)
    readAll(side, Buffer.from(this.#table.buffer), this.#count * sideBytes + this.#piece * pieceBytes)
  }

  #isSame(plain: Uint8Array, at: number): boolean {
    if (this.#scratch.length < plain.length) this.#scratch = Buffer.allocUnsafeSlow(plain.length * 2)
    const old = this.#scratch.subarray(0, plain.length)
    return readAll(this.#files.rows, old, at) && old.equals(plain)
  }

  close(): void {
    for (const fd of Object.values(this.#files)) closeSync(fd)
  }
}
