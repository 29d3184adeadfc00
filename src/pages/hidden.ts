import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Dataset } from '../catalogue/dataset.ts'
import { readColumns } from '../lake/duck.ts'
import type { Version } from '../lake/lake.ts'
import { fileList, literal, quote } from '../lake/schema.ts'
import type { HiddenRule } from './columns.ts'

/** Codes that are not traded any more: in the security master, or every issue of a warrant's code. */
export async function inactiveIds(connection: DuckDBConnection, { manifest, folder }: Version): Promise<string[]> {
  const files = (name: string) => (manifest.datasets[name]?.parts ?? []).map(({ file }) => join(folder, file))
  const overview = files('TaiwanStockOverview')
  const warrants = files('TaiwanStockOverviewIncludeWarrant')
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

/** Which rows of a dataset are left out unless asked for. */
export const hiddenRule = (dataset: Dataset, inactive: readonly string[]): HiddenRule => {
  if (dataset.filters.include_expired) return `p.${quote(dataset.filters.include_expired)} <> 'active'`
  if (!dataset.filters.include_inactive) return null
  if ('is_active' in dataset.columns) return 'NOT p.is_active'
  return inactive.length === 0 ? null : `p.${quote(dataset.id!)} IN (${inactive.map(literal).join(', ')})`
}
