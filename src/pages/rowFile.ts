import { closeSync, fsyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { constants, crc32, deflateRawSync } from 'node:zlib'
import { hiddenBit, type Order, pieceRows } from './format.ts'
import type { OldPieces } from './oldPieces.ts'
import type { SealedPieces } from './sealedPieces.ts'
import { SideWriter, writeAll } from './side.ts'

/** The files of one order of a part, as listed in a version's pages. */
export type PageFile = {
  readonly order: Order
  readonly rows: string
  readonly packed: string
  readonly side: string
  /** Bytes of the plain rows, and of the pieces. */
  readonly bytes: number
  readonly packedBytes: number
  readonly sideCrc: number
  /** Entries of the side file where days are filled up to whole pieces; else there is one per row. */
  readonly entries?: number
}

export const namesOf = ({ rows, packed, side }: PageFile): string[] => [rows, packed, side]

/** A piece ends at a byte boundary, so that others can follow it. */
const deflating = { level: 6, finishFlush: constants.Z_SYNC_FLUSH }
const nothing = Buffer.alloc(0)
const packedAtOnce = 256 << 10

/** One order of a part being written: rows in the order they are sent, as pieces and plain, with their side entries. */
export class RowFile {
  readonly side: SideWriter
  readonly #order: Order
  readonly #name: { readonly rows: string; readonly packed: string; readonly side: string }
  readonly #plainFd: number
  readonly #packedFd: number
  #bytes = 0
  #packedBytes = 0
  /** Bytes of the incomplete piece that were written already. */
  #rest: Buffer = nothing
  /** The checksum of all plain rows. */
  #checksum = 0
  #pending: Buffer[] = []
  #pendingBytes = 0

  readonly #old: OldPieces | null
  readonly #twins: SealedPieces | null

  /**
   * `path` is relative to the folder, without the endings; `old` are the pieces of the file's previous state, `twins`
   * those of the same rows in another order.
   */
  constructor(
    folder: string,
    path: string,
    order: Order,
    old: OldPieces | null = null,
    twins: SealedPieces | null = null,
  ) {
    this.#old = old
    this.#twins = twins
    const name = (kind: string) => `${path}.${order}.${kind}`
    this.#order = order
    this.#name = { rows: name('rows'), packed: name('packed'), side: name('side') }
    this.#plainFd = openSync(join(folder, this.#name.rows), 'w')
    this.#packedFd = openSync(join(folder, this.#name.packed), 'w')
    this.side = new SideWriter(join(folder, this.#name.side))
  }

  /**
   * Records a row whose bytes end at `end` of the pending bytes; returns the start of the next piece. `twin` is the
   * piece of the other order with the same rows as the one that this row completes.
   */
  push(length: number, date: number, bytes: Uint8Array, pieceStart: number, end: number, twin = -1): number {
    this.side.push(length, date)
    if (this.side.size % pieceRows !== 0) return pieceStart
    this.#seal(bytes.subarray(pieceStart, end), twin)
    return end
  }

  /** Writes recorded rows; bytes from `pieceStart` on belong to an incomplete piece. */
  write(bytes: Uint8Array, pieceStart: number): void {
    if (pieceStart < bytes.length) this.#rest = Buffer.concat([this.#rest, bytes.subarray(pieceStart)])
    writeAll(this.#plainFd, bytes)
    this.#bytes += bytes.length
  }

  #seal(end: Uint8Array, twin = -1): void {
    const plain = this.#rest.length === 0 ? end : Buffer.concat([this.#rest, end])
    this.#rest = nothing
    const packed = this.#old?.take(plain) ?? this.#twinOf(twin) ?? deflateRawSync(plain, deflating)
    this.#checksum = crc32(plain, this.#checksum)
    this.side.seal(packed.length, crc32(packed), this.#checksum)
    this.#pending.push(packed)
    this.#pendingBytes += packed.length
    if (this.#pendingBytes > packedAtOnce) this.#flush()
  }

  #twinOf(twin: number): Buffer | null {
    return twin < 0 || !this.#twins ? null : this.#twins.read(twin)
  }

  #flush(): void {
    writeAll(this.#packedFd, Buffer.concat(this.#pending))
    this.#packedBytes += this.#pendingBytes
    this.#pending = []
    this.#pendingBytes = 0
  }

  /** Completes the piece with hidden rows of no bytes; returns the start of the next piece. */
  fill(date: number, bytes: Uint8Array, pieceStart: number, end: number): number {
    let start = pieceStart
    while (this.side.size % pieceRows !== 0) start = this.push(hiddenBit, date, bytes, start, end)
    return start
  }

  close(): PageFile {
    if (this.side.size % pieceRows !== 0) this.#seal(nothing)
    this.#flush()
    this.#old?.close()
    this.#twins?.close()
    for (const fd of [this.#plainFd, this.#packedFd]) {
      fsyncSync(fd)
      closeSync(fd)
    }
    return {
      order: this.#order,
      ...this.#name,
      bytes: this.#bytes,
      packedBytes: this.#packedBytes,
      sideCrc: this.side.close(),
    }
  }
}
