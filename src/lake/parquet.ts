import { rename, rm, stat } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { readRow } from './engine.ts'
import { checksum, sync } from './files.ts'
import { literal, quote } from './schema.ts'

export type WrittenParquet = {
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
  readonly first_date: string | null
  readonly last_date: string | null
}

const rowGroup = 50_000

/** Writes the rows of a query to a file and flushes it before it is renamed; null and no file if there are no rows. */
export async function writeParquet(
  connection: DuckDBConnection,
  sql: string,
  path: string,
  date: string | null = null,
): Promise<WrittenParquet | null> {
  const scratch = `${path}.new`
  await connection.run(
    `COPY (${sql}) TO ${literal(scratch)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${rowGroup})`,
  )
  const day = (fn: string) => (date ? `${fn}(${quote(date)})::VARCHAR` : 'NULL')
  const { n, first, last } = await readRow(
    connection,
    `SELECT count(*) AS n, ${day('min')} AS first, ${day('max')} AS last FROM read_parquet(${literal(scratch)})`,
  )
  if (Number(n) === 0) {
    await rm(scratch)
    await rm(path, { force: true })
    return null
  }
  await sync(scratch)
  await rename(scratch, path)
  return {
    rows: Number(n),
    bytes: (await stat(path)).size,
    sha256: await checksum(path),
    first_date: first as string | null,
    last_date: last as string | null,
  }
}
