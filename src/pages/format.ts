import { type Dataset, periodsOf } from '../catalogue/dataset.ts'

/**
 * Rows are stored as they are sent, each `{…},` and a line feed, so that a page is a slice of them. Each part of the lake
 * is stored in two orders: by id, then date descending; and by date descending, then id. An order is one file: pieces,
 * which are some rows deflated on their own, so that a compressed page is joined from pieces and a plain one inflated; then
 * an index (src/pages/pieceIndex.ts). docs/format.md has the reasons and the figures.
 *
 * A part may hold a range of ids, so that changed ids rewrite their range alone. The ranges of a part are read together,
 * day by day; therefore a piece of their by-date order never holds rows of two days.
 *
 * The words for consecutive rows. In files: a part of the lake is encoded in chunks that fit the memory; a file has pieces
 * and groups (all rows of an id). In a request: a stream is the rows that the query reads, in their order; it consists of
 * spans, each within one file; a run is those rows of a span that a page sends, an edge the end of a run that fills no
 * whole piece. A segment is a range of bytes that a cache fetches from an object store (src/objects).
 */

/** Raised when the format of page files changes; older ones are then encoded again. */
export const formatVersion = 4

/**
 * Most rows of a piece. Larger pieces compress better; smaller ones are inflated sooner, and leave fewer rows to compress at
 * the ends of a page. The newest rows of an id lie in many parts of the open year, those of a day in one.
 */
export const pieceRows = { id: { open: 32, closed: 256 }, date: { open: 128, closed: 256 } } as const

/** Flag in the length of an entry: a row hidden by default, as of a delisted security or an expired bond. */
export const hiddenBit = 0x8000_0000
export const lengthMask = 0x7fff_ffff

export type Order = 'id' | 'date'

/** Rows that are never mixed in one response have files of their own: the periods of financial statements, or `all`. */
export type Variant = string

export const variantsOf = (dataset: Dataset): readonly Variant[] => periodsOf(dataset) ?? ['all']

export const ordersOf = ({ id }: Dataset): readonly Order[] => (id === null ? ['date'] : ['id', 'date'])

/** Key columns after the key date and the id in a dataset's order. */
export const restOfKey = ({ key, id, date }: Dataset): string[] => key.filter((name) => name !== id && name !== date)

/** The file of one order of a part, as listed in a version's pages. */
export type PageFile = {
  readonly order: Order
  /** Path below the folder of the version. */
  readonly name: string
  readonly bytes: number
  /** Bytes of the plain rows. */
  readonly plain: number
  readonly pieces: number
  /** Ids whose rows the index names; none in by-date order. */
  readonly ids: number
  /** Bytes and checksum of the index at the end of the file. */
  readonly indexBytes: number
  readonly indexCrc: number
}

/** The rows of a part that are hidden by default: a file with their ids and their number per day. */
export type HiddenFile = { readonly name: string; readonly bytes: number; readonly rows: number }

/** The page files of one part of a dataset. */
export type PartPages = {
  readonly part: string
  readonly variant: Variant
  readonly count: number
  /** Day numbers of the newest and the oldest row. */
  readonly newest: number
  readonly oldest: number
  /** True for one of several ranges of ids. */
  readonly isRange?: boolean
  /** A part of one day has one file for both orders. */
  readonly files: readonly PageFile[]
  readonly hidden: HiddenFile | null
}
