import { type Dataset, periodsOf } from '../catalogue/dataset.ts'

/**
 * A page file holds rows as they are sent, each `{…},` and a line feed, so that a page is a slice of it. Its side file
 * has eight bytes per row (length with a flag for hidden rows, and the key date) and a checksum per block of rows. Each
 * part is stored in two orders: by id, then date descending; and by date descending, then id.
 */

/** Raised when the format of rows or side files changes; older page files are then encoded again. */
export const formatVersion = 1

export const blockRows = 64
export const sideBytes = 8
/** Flag in a row's length: hidden by default, as for a delisted security or an expired bond. */
export const hiddenBit = 0x8000_0000
export const lengthMask = 0x7fff_ffff

export type Order = 'id' | 'date'

/** Rows that are never mixed in one response have files of their own: the periods of financial statements, or `all`. */
export type Variant = string

export const variantsOf = (dataset: Dataset): readonly Variant[] => periodsOf(dataset) ?? ['all']

export const ordersOf = ({ id }: Dataset): readonly Order[] => (id === null ? ['date'] : ['id', 'date'])

/** Key columns after the key date and the id in a dataset's order. */
export const restOfKey = ({ key, id, date }: Dataset): string[] => key.filter((name) => name !== id && name !== date)
