import { rename, rm, stat } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Dataset } from '../catalogue/dataset.ts'
import { checksum } from '../disk.ts'
import { readColumns } from './duck.ts'
import type { Part } from './manifest.ts'
import { inOrder, type MergeOptions, merged, onDays } from './merge.ts'
import { copyTo, type WrittenParquet } from './parquet.ts'
import { replaceRowGroups } from './rowGroups.ts'
import { literal, quote } from './schema.ts'

/** A part where it lies. */
export type FilePart = Part & { readonly path: string }

/** A file with fewer rows is compared and written whole. */
export const fewRows = 250_000

/** Row groups of a file: the number of each, its first row, and whether a staged row may lie in it. */
async function rowGroupsOf(connection: DuckDBConnection, dataset: Dataset, file: string, options: MergeOptions) {
  const first = quote(dataset.key[0]!)
  const { rows, is_met } = await readColumns(
    connection,
    `SELECT CAST(row_group_num_rows AS DOUBLE) AS rows, CAST(EXISTS (
       SELECT 1 FROM ${quote(options.staged)}
       WHERE ${onDays(dataset, options)} AND (${first} BETWEEN stats_min_value AND stats_max_value OR stats_min_value IS NULL)
     ) AS DOUBLE) AS is_met
     FROM parquet_metadata(${literal(file)}) WHERE path_in_schema = ${literal(dataset.key[0]!)} ORDER BY row_group_id`,
  )
  let start = 0
  return [...(rows as Float64Array)].map((count, at) => {
    start += count
    return { at, from: start - count, to: start - 1, isMet: is_met![at] === 1 }
  })
}

/**
 * Writes a part in which staged rows replace rows of the same key, and nothing else changes: only their row groups are
 * written, and the others copied. The file is the one that a merge of all rows writes. Null where that saves little.
 */
export async function changeRows(
  connection: DuckDBConnection,
  dataset: Dataset,
  options: MergeOptions,
  before: FilePart,
  path: string,
): Promise<WrittenParquet | null> {
  const isText = dataset.columns[dataset.key[0]!]!.kind === 'text'
  if (before.rows < fewRows || !isText) return null
  const groups = await rowGroupsOf(connection, dataset, before.path, options)
  const met = groups.filter(({ isMet }) => isMet)
  if (met.length === 0 || met.length > groups.length / 2) return null
  const existing = met.map(
    ({ from, to }) =>
      `SELECT * EXCLUDE (file_row_number) FROM read_parquet(${literal(before.path)}, file_row_number = true)
       WHERE file_row_number BETWEEN ${from} AND ${to}`,
  )
  const [written, scratch] = [`${path}.groups`, `${path}.new`]
  const rows = merged(dataset, options, `(${existing.join(' UNION ALL ')})`)
  await connection.run(copyTo(inOrder(dataset, rows), written))
  const replaced = met.map(({ at }) => at)
  const isWritten = await replaceRowGroups(before.path, replaced, written, scratch)
  await rm(written)
  if (!isWritten) return null
  await rename(scratch, path)
  const { rows: count, first_date, last_date } = before
  return { rows: count, first_date, last_date, bytes: (await stat(path)).size, sha256: await checksum(path) }
}
