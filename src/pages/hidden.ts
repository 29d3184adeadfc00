import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Dataset } from '../catalogue/dataset.ts'
import { readColumns } from '../lake/duck.ts'
import type { Version } from '../lake/lake.ts'
import { fileList, literal, quote } from '../lake/schema.ts'
import type { HiddenRule } from './partPages.ts'

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

/**
 * The condition of a dataset's hidden rows. It names only ids that the dataset holds, so that a warrant that expires
 * elsewhere does not invalidate its pages.
 */
export async function hiddenRule(
  connection: DuckDBConnection,
  dataset: Dataset,
  files: readonly string[],
  inactive: readonly string[],
): Promise<HiddenRule> {
  const { filters, id, columns } = dataset
  if (filters.include_expired) return `p.${quote(filters.include_expired)} <> 'active'`
  if (!filters.include_inactive) return null
  if ('is_active' in columns) return 'NOT p.is_active'
  if (inactive.length === 0 || files.length === 0) return null
  const list = (ids: readonly string[]) => ids.map(literal).join(', ')
  const read = await readColumns(
    connection,
    `SELECT DISTINCT ${quote(id!)} AS id FROM read_parquet(${fileList(files)}) WHERE ${quote(id!)} IN (${list(inactive)}) ORDER BY 1`,
  )
  const held = read.id as string[]
  return held.length === 0 ? null : `p.${quote(id!)} IN (${list(held)})`
}
