/** A value of a row as it is encoded: decimals are text. */
export type Cell = string | number | boolean | null

export type Row = Readonly<Record<string, Cell>>

/** The answer of the service to a request that a page made. */
export type Fetched = {
  /** The request, as a reader can send it: `GET /v1/data/…`. */
  readonly line: string
  readonly rows: readonly Row[]
  /** True where more rows follow. */
  readonly hasMore: boolean
  readonly failure: { readonly status: number; readonly detail: string } | null
}

/** A decimal or integer as a number for a picture or a sum of a few values; null where it is unknown. */
export const numeric = (cell: Cell | undefined): number | null =>
  cell === null || cell === undefined || cell === '' ? null : Number(cell)

/** A value in some unit; unknown stays unknown. */
export const scaled = (cell: Cell | undefined, size: number): number | null => {
  const value = numeric(cell)
  return value === null ? null : value / size
}

/** The sum of values; unknown where one of them is, since unknown is not zero. */
export const sumOf = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0)

/** The trading day of a row. */
export const dayOf = (row: Row): string => text(row.trade_date)

export const text = (cell: Cell | undefined): string => (cell === null || cell === undefined ? '' : String(cell))
