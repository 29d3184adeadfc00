import { closeSync, fsyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { blockRows, type Order } from './format.ts'
import { SideWriter, writeAll } from './side.ts'

/** One page file and its side file, as the list of a version's pages names them. */
export type PageFile = {
  readonly order: Order
  readonly rows: string
  readonly side: string
  readonly bytes: number
  readonly sideCrc: number
}

/** A page file in the making: bytes of rows in the order they are sent, each with its entry in the side file. */
export class RowFile {
  readonly side: SideWriter
  /** Bytes written or waiting. */
  bytes = 0
  readonly #fd: number
  readonly #name: { readonly order: Order; readonly rows: string; readonly side: string }
  /** The checksum of the block that is not full yet. */
  #crc = 0

  constructor(folder: string, name: { readonly order: Order; readonly rows: string; readonly side: string }) {
    this.#name = name
    this.#fd = openSync(join(folder, name.rows), 'w')
    this.side = new SideWriter(join(folder, name.side))
  }

  /** Notes a row whose bytes end at `end` of those that are about to be written; returns where its block began. */
  push(length: number, date: number, bytes: Uint8Array, blockStart: number, end: number): number {
    this.side.push(length, date)
    if (this.side.size % blockRows !== 0) return blockStart
    this.side.seal(crc32(bytes.subarray(blockStart, end), this.#crc))
    this.#crc = 0
    return end
  }

  /** Writes bytes whose rows are noted; those from `blockStart` on belong to a block that goes on. */
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
