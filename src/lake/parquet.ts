import { rename, rm } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { checksum } from '../disk.ts'
import { readRow } from './engine.ts'
import type { Part } from './manifest.ts'
import { literal, quote } from './schema.ts'

export type WrittenParquet = Omit<Part, 'name' | 'file' | 'of'>

export const rowGroup = 50_000

/** A map in a row of the engine. */
type Entries = readonly { readonly key: string; readonly value: unknown }[]
const entryOf = (entries: Entries, key: string): unknown => entries.find((entry) => entry.key === key)?.value

/** SQL: writes the rows of a query to a file. */
export const copyTo = (sql: string, path: string): string =>
  `COPY (${sql}) TO ${literal(path)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${rowGroup}, RETURN_STATS)`

/** Writes the rows of a query to a file; null and no file if there are no rows. */
export async function writeParquet(
  connection: DuckDBConnection,
  sql: string,
  path: string,
  date: string | null = null,
): Promise<WrittenParquet | null> {
  const scratch = `${path}.new`
  const { count, file_size_bytes, column_statistics } = await readRow(connection, copyTo(sql, scratch))
  const rows = Number(count)
  if (rows === 0) {
    await rm(scratch)
    await rm(path, { force: true })
    return null
  }
  await rename(scratch, path)
  const ofDate = date === null ? [] : (entryOf(column_statistics as Entries, quote(date)) as Entries)
  return {
    rows,
    bytes: Number(file_size_bytes),
    sha256: await checksum(path),
    first_date: (entryOf(ofDate, 'min') as string | undefined) ?? null,
    last_date: (entryOf(ofDate, 'max') as string | undefined) ?? null,
  }
}
