import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { sideBytes } from './format.ts'

const entriesAtOnce = 32_768

export const writeAll = (fd: number, bytes: Uint8Array): void => {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at)
}

/** Fills `target` from a position of a file; false where the file ends before. */
export function readAll(fd: number, target: Uint8Array, position: number): boolean {
  for (let at = 0; at < target.length; ) {
    const count = readSync(fd, target, at, target.length - at, position + at)
    if (count === 0) return false
    at += count
  }
  return true
}

/** A side file being written: the entries of rows, then those of pieces. */
export class SideWriter {
  size = 0
  readonly #fd: number
  readonly #entries = new Int32Array(entriesAtOnce * 2)
  #held = 0
  #crc = 0
  /** Three numbers per piece. */
  #pieces = new Uint32Array(3_072)
  #filled = 0

  constructor(path: string) {
    this.#fd = openSync(path, 'w')
  }

  /** Adds a row's length, with its flag, and date. */
  push(length: number, date: number): void {
    this.#entries[this.#held++] = length
    this.#entries[this.#held++] = date
    this.size++
    if (this.#held === this.#entries.length) this.#flush()
  }

  /** Adds a piece: its length and checksum, and the checksum of all plain rows up to its end. */
  seal(length: number, checksum: number, plain: number): void {
    if (this.#filled === this.#pieces.length) {
      const larger = new Uint32Array(this.#filled * 2)
      larger.set(this.#pieces)
      this.#pieces = larger
    }
    this.#pieces[this.#filled++] = length
    this.#pieces[this.#filled++] = checksum
    this.#pieces[this.#filled++] = plain
  }

  get pieces(): number {
    return this.#filled / 3
  }

  /** Length and checksum of a piece. */
  piece(at: number): { readonly length: number; readonly checksum: number } {
    return { length: this.#pieces[at * 3]!, checksum: this.#pieces[at * 3 + 1]! }
  }

  #write(bytes: Uint8Array): void {
    this.#crc = crc32(bytes, this.#crc)
    writeAll(this.#fd, bytes)
  }

  #flush(): void {
    this.#write(new Uint8Array(this.#entries.buffer, 0, (this.#held / 2) * sideBytes))
    this.#held = 0
  }

  /** Closes the file and returns its checksum. */
  close(): number {
    this.#flush()
    this.#write(new Uint8Array(this.#pieces.buffer, 0, this.#filled * 4))
    fsyncSync(this.#fd)
    closeSync(this.#fd)
    return this.#crc
  }
}
