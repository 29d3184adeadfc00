import { type Dataset, periodsOf } from '../catalogue/dataset.ts'

/**
 * Rows are stored as they are sent, each `{…},` and a line feed, so that a page is a slice of a file. Each part is
 * stored in two orders: by id, then date descending; and by date descending, then id. Each order has a file of plain rows
 * and a file of pieces: some rows deflated on their own, so that a compressed page is joined from pieces. Its side file has
 * eight bytes per row (length with a flag for hidden rows, and the key date), then twelve bytes per piece: its length, its
 * checksum, and the checksum of all plain rows up to its end.
 *
 * A part may hold a range of ids, so that changed ids rewrite their range alone. The ranges of a part are read together,
 * day by day; therefore each day of a range's by-date order is filled up to whole pieces with hidden rows of no bytes.
 *
 * The words for consecutive rows. In files: a part of the lake is encoded slice by slice (some months, a range of ids), in
 * chunks that fit the memory; a file has blocks (64 rows, an entry of the index), pieces (32 rows deflated) and groups (all
 * rows of an id). In a request: a stream is the rows that the query reads, in their order; it consists of spans, each
 * within one file; a run is those rows of a span that a page sends, an edge the end of a run that fills no whole piece.
 * A segment is a range of bytes that a cache fetches from an object store (src/objects).
 */

/** Raised when the format of rows or side files changes; older page files are then encoded again. */
export const formatVersion = 4

/** Rows per entry of the index in memory. */
export const blockRows = 64
/** Rows per piece: larger pieces compress better, smaller ones leave fewer rows uncompressed at the ends of a page. */
export const pieceRows = 32
export const sideBytes = 8
export const pieceBytes = 12
/** Flag in a row's length: hidden by default, as for a delisted security or an expired bond. */
export const hiddenBit = 0x8000_0000
export const lengthMask = 0x7fff_ffff

export type Order = 'id' | 'date'

/** Rows that are never mixed in one response have files of their own: the periods of financial statements, or `all`. */
export type Variant = string

export const variantsOf = (dataset: Dataset): readonly Variant[] => periodsOf(dataset) ?? ['all']

export const piecesIn = (rows: number): number => Math.ceil(rows / pieceRows)

/** Bytes of a side file. */
export const sideSize = (rows: number): number => rows * sideBytes + piecesIn(rows) * pieceBytes

export const ordersOf = ({ id }: Dataset): readonly Order[] => (id === null ? ['date'] : ['id', 'date'])

/** Key columns after the key date and the id in a dataset's order. */
export const restOfKey = ({ key, id, date }: Dataset): string[] => key.filter((name) => name !== id && name !== date)
