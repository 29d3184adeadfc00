import { type Dataset, periodsOf } from '../catalogue/dataset.ts'

/**
 * A page file holds rows as they are sent, `{…},` and a line feed each, so that a page is a slice of it. Beside it
 * stands a side file with eight bytes a row (length with a flag for hidden rows, and the key date) and a checksum of
 * every block of rows. Two orders are kept: by id, then date descending; and by date descending, then id.
 */

/** Raised when the bytes of a row or of a side file change their meaning: older page files are then made anew. */
export const formatVersion = 1

export const blockRows = 64
export const sideBytes = 8
/** Set in a row's length where it is left out unless asked for: a delisted security, an expired bond. */
export const hiddenBit = 0x8000_0000
export const lengthMask = 0x7fff_ffff

export type Order = 'id' | 'date'

/** Rows that are never mixed in one answer stand in files of their own: the periods of financial statements, or `all`. */
export type Variant = string

export const variantsOf = (dataset: Dataset): readonly Variant[] => periodsOf(dataset) ?? ['all']

export const ordersOf = ({ id }: Dataset): readonly Order[] => (id === null ? ['date'] : ['id', 'date'])

/** Columns behind the key date and the id in the one total order of a dataset. */
export const restOfKey = ({ key, id, date }: Dataset): string[] => key.filter((name) => name !== id && name !== date)
