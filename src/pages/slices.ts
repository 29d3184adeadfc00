import type { DuckDBConnection } from '@duckdb/node-api'
import { columnsOf, type Dataset } from '../catalogue/dataset.ts'
import { readRow } from '../lake/engine.ts'
import type { Part } from '../lake/manifest.ts'
import { literal, quote } from '../lake/schema.ts'
import type { Variant } from './format.ts'

/** Rows of a lake part that have page files of their own; the names sort from the newest dates to the oldest. */
export type Slice = {
  readonly part: 'current' | 'earlier' | Part['name']
  /** SQL condition of the rows. */
  readonly where: string
}

/** A part with fewer rows is encoded anew in less time than two parts cost at each request. */
const fewRows = 4_096

/**
 * Divides the current year at the first day of its newest month: a new day then encodes the rows of that month, and the
 * pages of earlier months stay.
 */
export function slicesOf({ date }: Dataset, { name, rows, first_date, last_date }: Part): Slice[] {
  const month = last_date === null ? null : `${last_date.slice(0, 7)}-01`
  if (name !== 'current' || month === null || rows <= fewRows || first_date === null || first_date >= month)
    return [{ part: name, where: 'true' }]
  const first = `DATE ${literal(month)}`
  return [
    { part: 'current', where: `${quote(date)} >= ${first}` },
    { part: 'earlier', where: `${quote(date)} < ${first}` },
  ]
}

export const isVariant = ({ filters }: Dataset, variant: Variant): string =>
  variant === 'all' ? 'true' : `${quote(filters.period!)} = ${literal(variant)}`

/** SQL: a hash of rows, whatever their order. */
export const rowsHash = (dataset: Dataset): string =>
  `sum(CAST(hash(${columnsOf(dataset)
    .map(([name]) => quote(name))
    .join(', ')}) AS HUGEINT))`

/** The number of rows of a slice, and a hash of them. */
export async function fingerprint(
  connection: DuckDBConnection,
  dataset: Dataset,
  { file, where }: { readonly file: string; readonly where: string },
): Promise<{ readonly rows: number; readonly print: string }> {
  const { n, print } = await readRow(
    connection,
    `SELECT count(*) AS n, CAST(${rowsHash(dataset)} AS VARCHAR) AS print
     FROM read_parquet(${literal(file)}) WHERE ${where}`,
  )
  return { rows: Number(n), print: String(print) }
}
