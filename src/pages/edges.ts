import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { FileReader } from './file.ts'
import type { Run } from './select.ts'

/** Rows at the end of a page that do not fill a piece, deflated for it. */
export type Edge = { readonly packed: Buffer; readonly checksum: number; readonly length: number }

/** Bytes of edges that are kept; setting up the compression costs more than the few rows do. */
const mostBytes = 8 << 20
/** The bytes that an entry takes beside its rows. */
const entryBytes = 300
const deflating = { level: 3, finishFlush: constants.Z_SYNC_FLUSH }

/** Deflates the edges of pages and keeps them for the next request: many clients ask for the same days. */
export class Edges {
  readonly #reader: FileReader
  readonly #kept = new Map<string, Edge>()
  #bytes = 0

  constructor(reader: FileReader) {
    this.#reader = reader
  }

  of({ file, from, to, offset, length }: Run): Edge {
    const name = `${file.packedPath} ${from} ${to} ${length}`
    const known = this.#kept.get(name)
    if (known) return known
    const plain = Buffer.allocUnsafe(length)
    this.#reader.copy(file, from, to, offset, length, plain, 0)
    const edge = { packed: deflateRawSync(plain, deflating), checksum: crc32(plain), length }
    // Not before the file is confirmed: it may change while it is read.
    this.#fresh.push([name, edge])
    return edge
  }

  #fresh: [string, Edge][] = []

  /** Keeps the edges made since the last call, or forgets them where their files have changed meanwhile. */
  settle(isConfirmed: boolean): void {
    for (const [name, edge] of isConfirmed ? this.#fresh : []) {
      this.#kept.set(name, edge)
      this.#bytes += edge.packed.length + entryBytes
    }
    this.#fresh = []
    for (const [name, { packed }] of this.#kept) {
      if (this.#bytes <= mostBytes) return
      this.#kept.delete(name)
      this.#bytes -= packed.length + entryBytes
    }
  }
}
