import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Dataset } from '../catalogue/dataset.ts'
import { readColumns } from '../lake/duck.ts'
import type { Version } from '../lake/lake.ts'
import { fileList } from '../lake/schema.ts'
import type { HiddenRule } from './rowScan.ts'

/** The datasets that list active securities. */
export const overviews = ['TaiwanStockOverview', 'TaiwanStockOverviewIncludeWarrant'] as const

/** Codes that are no longer traded, by the overview or because every warrant of the code has expired. */
export async function inactiveIds(connection: DuckDBConnection, { manifest, folder }: Version): Promise<string[]> {
  const files = (name: string) => (manifest.datasets[name]?.parts ?? []).map(({ file }) => join(folder, file))
  const [overview, warrants] = overviews.map(files) as [string[], string[]]
  const selects = [
    ...(overview.length > 0 ? [`SELECT stock_id FROM read_parquet(${fileList(overview)}) WHERE NOT is_active`] : []),
    ...(warrants.length > 0
      ? [
          `SELECT stock_id FROM read_parquet(${fileList(warrants)}) WHERE security_type = 'warrant'
           GROUP BY 1 HAVING NOT bool_or(is_active)`,
        ]
      : []),
  ]
  if (selects.length === 0) return []
  const read = await readColumns(
    connection,
    `SELECT DISTINCT stock_id FROM (${selects.join(' UNION ALL ')}) ORDER BY 1`,
  )
  return read.stock_id as string[]
}

/** Whether the ids of delisted securities decide which rows of a dataset are hidden, and not a column of the row. */
export const isHiddenById = ({ filters, columns, id }: Dataset): boolean =>
  filters.include_inactive === true && !('is_active' in columns) && id !== null

/** The rule for hidden rows of a dataset; null where every row is shown. */
export function hiddenRule(dataset: Dataset, inactive: ReadonlySet<string>): HiddenRule | null {
  const { filters, id, columns } = dataset
  if (filters.include_expired) return { column: filters.include_expired, hides: (value) => value !== 'active' }
  if (!filters.include_inactive) return null
  if ('is_active' in columns) return { column: 'is_active', hides: (value) => value !== 'true' }
  return inactive.size === 0 || id === null ? null : { column: id, hides: (value) => inactive.has(value) }
}

/** Days with hidden rows, newest first, with their number and bytes; and the ids whose rows they are. */
export type HiddenDays = {
  readonly ids: readonly string[]
  readonly days: readonly (readonly [date: number, rows: number, bytes: number])[]
}

/** The hidden rows from one day to another, both included. */
export function hiddenBetween({ days }: HiddenDays, from: number, to: number): { rows: number; bytes: number } {
  let [rows, bytes] = [0, 0]
  for (const [date, count, size] of days)
    if (date >= from && date <= to) {
      rows += count
      bytes += size
    }
  return { rows, bytes }
}
