import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { FileReader } from './file.ts'
import type { Run } from './select.ts'
import { trimmed } from './trimmed.ts'

/** Rows at an end of a page that do not fill a piece, deflated for it; the name is that of these rows. */
export type Edge = {
  readonly name: string
  readonly packed: Buffer
  readonly checksum: number
  /** Bytes of the plain rows. */
  readonly length: number
}

/** Bytes of edges that are kept: to deflate a few rows takes as long as to send them. */
const mostBytes = 8 << 20
/** The bytes that an entry takes beside its rows. */
const entryBytes = 300
const deflating = { level: 1, finishFlush: constants.Z_SYNC_FLUSH }

/** Deflates the edges of pages and keeps them for the next request: many clients ask for the same days. */
export class Edges {
  readonly #reader: FileReader
  readonly #kept = new Map<string, Edge>()
  #bytes = 0

  constructor(reader: FileReader) {
    this.#reader = reader
  }

  /** The edge of these rows; the last `less` bytes are not sent. */
  of({ file, from, to }: Run, less: number): Edge {
    const name = `${file.path} ${from} ${to} ${less}`
    const known = this.#kept.get(name)
    if (known) return known
    const plain = Buffer.allocUnsafe(this.#reader.offsetOf(file, to) - this.#reader.offsetOf(file, from))
    this.#reader.copy(file, from, to, plain, 0)
    const sent = plain.subarray(0, plain.length - less)
    return { name, packed: deflateRawSync(sent, deflating), checksum: crc32(sent), length: sent.length }
  }

  /** Keeps the edges among the parts of a page. */
  keep(parts: readonly (Edge | object)[]): void {
    for (const part of parts) {
      if (!('name' in part) || this.#kept.has(part.name)) continue
      this.#kept.set(part.name, { ...part, packed: trimmed(part.packed) })
      this.#bytes += part.packed.length + entryBytes
    }
    // The first is the oldest.
    for (const [name, { packed }] of this.#kept) {
      if (this.#bytes <= mostBytes) return
      this.#kept.delete(name)
      this.#bytes -= packed.length + entryBytes
    }
  }
}
