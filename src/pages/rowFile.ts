import { closeSync, fsyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { blockRows, type Order } from './format.ts'
import { SideWriter, writeAll } from './side.ts'

/** One page file and its side file, as listed in a version's pages. */
export type PageFile = {
  readonly order: Order
  readonly rows: string
  readonly side: string
  readonly bytes: number
  readonly sideCrc: number
}

/** A page file being written: rows in the order they are sent, with their side entries. */
export class RowFile {
  readonly side: SideWriter
  /** Bytes written or pending. */
  bytes = 0
  readonly #fd: number
  readonly #name: { readonly order: Order; readonly rows: string; readonly side: string }
  /** The checksum of the incomplete block. */
  #crc = 0

  constructor(folder: string, name: { readonly order: Order; readonly rows: string; readonly side: string }) {
    this.#name = name
    this.#fd = openSync(join(folder, name.rows), 'w')
    this.side = new SideWriter(join(folder, name.side))
  }

  /** Records a row whose bytes end at `end` of the pending bytes; returns the start of the next block. */
  push(length: number, date: number, bytes: Uint8Array, blockStart: number, end: number): number {
    this.side.push(length, date)
    if (this.side.size % blockRows !== 0) return blockStart
    this.side.seal(crc32(bytes.subarray(blockStart, end), this.#crc))
    this.#crc = 0
    return end
  }

  /** Writes recorded rows; bytes from `blockStart` on belong to an incomplete block. */
  write(bytes: Uint8Array, blockStart: number): void {
    if (blockStart < bytes.length) this.#crc = crc32(bytes.subarray(blockStart), this.#crc)
    writeAll(this.#fd, bytes)
    this.bytes += bytes.length
  }

  close(): PageFile {
    if (this.side.size % blockRows !== 0) this.side.seal(this.#crc)
    fsyncSync(this.#fd)
    closeSync(this.#fd)
    return { ...this.#name, bytes: this.bytes, sideCrc: this.side.close() }
  }
}
