import type { Database } from '../database.ts'

/** A cell in a backup, whatever the engine: instants are ISO text, booleans 0 and 1. */
export type Cell = null | number | string | Uint8Array

export type Header = {
  readonly kind: 'formosa backup'
  readonly format: number
  readonly release: string
  /** Version of the schema its rows fit. */
  readonly schema: number
  readonly created_at: string
  readonly engine: Database['engine']
  /** Keys, cursors and sessions derive from it: without it the rows are of little use. */
  readonly secret: string
}

export type TableItem = {
  readonly kind: 'table'
  readonly name: string
  readonly columns: readonly string[]
  /** The highest id assigned so far, where the table assigns ids. */
  readonly sequence: number | null
}

/** A table, then its rows in some portions. */
export type Item = TableItem | { readonly kind: 'rows'; readonly rows: readonly (readonly Cell[])[] }

/** Rows by table. */
export type Counts = Readonly<Record<string, number>>

export type Closing = { readonly kind: 'end'; readonly rows: Counts; readonly sha256: string }

/** Incremented when older releases can no longer read a file. */
export const formatVersion = 1

/** Rows read or written at a time. */
export const portion = 500

export const isClosing = (value: unknown): value is Closing => (value as Closing | null)?.kind === 'end'

export const isTable = (value: unknown): value is TableItem => {
  const { kind, name, columns } = (value ?? {}) as Partial<TableItem>
  return kind === 'table' && typeof name === 'string' && Array.isArray(columns)
}

type Encoded = null | number | string | { readonly bytes: string }

export function encodeCell(cell: Cell): Encoded {
  if (cell === null || typeof cell === 'string') return cell
  if (typeof cell !== 'number') return { bytes: Buffer.from(cell).toString('base64') }
  // JSON would write null for it.
  if (!Number.isFinite(cell)) throw new Error(`a backup cannot hold the number ${cell}`)
  return cell
}

/** Undefined where a value is of no kind we write. */
export function decodeCell(encoded: unknown): Cell | undefined {
  if (encoded === null || typeof encoded === 'string' || typeof encoded === 'number') return encoded
  const { bytes } = encoded as { bytes?: unknown }
  return typeof bytes === 'string' ? Buffer.from(bytes, 'base64') : undefined
}
