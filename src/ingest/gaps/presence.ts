import { rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { inlineSql } from '../../derive/sql.ts'
import { checksum } from '../../disk.ts'
import { readColumns } from '../../lake/duck.ts'
import { readRow } from '../../lake/engine.ts'
import type { Version } from '../../lake/lake.ts'
import { copyTo } from '../../lake/parquet.ts'
import { fileList, literal } from '../../lake/schema.ts'
import { type ExpectedDataset, subjectOf } from './gapsSql.ts'
import { numberedSql, periodsWithRowsSql } from './periods.ts'

/**
 * The periods that each subject has rows for, as runs: the table `presence`. The runs of a part of the lake stay as long
 * as its file does, so that a version reads the parts that are new; those of the others come from a file beside the gaps
 * of an earlier version.
 */

/** A file of runs, with its checksum. */
export type PresenceFile = { readonly file: string; readonly sha256: string }

const partColumns = { dataset: 'VARCHAR', source: 'VARCHAR', path: 'VARCHAR', last: 'DATE', follows: 'BOOLEAN' }

/** Creates `parts`, the parts of these datasets, and `presence` with what is known of them. */
export async function openPresence(
  connection: DuckDBConnection,
  { manifest, folder }: Version,
  datasets: readonly ExpectedDataset[],
  earlier: string | null,
): Promise<void> {
  const parts = datasets.flatMap(({ name, complete }) =>
    (manifest.datasets[name]?.parts ?? []).map(({ file, sha256, last_date }) => {
      return [name, sha256, join(folder, file), last_date, complete.every === 'trading_day']
    }),
  )
  // Runs of trading days hold as long as the days up to the last one do.
  await connection.run(
    `CREATE TABLE parts AS SELECT dataset, source, path, CASE WHEN follows THEN coalesce(calendar, '') ELSE '' END AS calendar
     FROM (SELECT * REPLACE (coalesce(last, DATE '9999-12-31') AS last) FROM ${inlineSql(partColumns, parts)}) p
     ASOF LEFT JOIN (SELECT d, CAST(sum(CAST(hash(d) AS HUGEINT)) OVER (ORDER BY d) AS VARCHAR) AS calendar FROM trading_days) c ON p.last >= c.d`,
  )
  await connection.run(
    `CREATE TABLE presence AS ${
      earlier === null
        ? `SELECT dataset, source, calendar, '' AS subject, DATE '1970-01-01' AS first, DATE '1970-01-01' AS last FROM parts LIMIT 0`
        : `FROM read_parquet(${literal(earlier)}) SEMI JOIN parts USING (dataset, source, calendar)`
    }`,
  )
}

/** Adds the runs of those parts of a dataset that are not known yet. */
export async function addPresence(connection: DuckDBConnection, dataset: ExpectedDataset): Promise<void> {
  const name = literal(dataset.name)
  const { path } = await readColumns(
    connection,
    `SELECT path FROM (FROM parts WHERE dataset = ${name}) ANTI JOIN (FROM presence WHERE dataset = ${name}) USING (source)`,
  )
  if (path!.length === 0) return
  const { complete } = dataset
  const rows = periodsWithRowsSql(dataset, complete, subjectOf(dataset), fileList(path as string[]))
  const numbered = numberedSql(complete, rows)
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE ends AS SELECT path, subject, min(period) AS first, max(period) AS last,
       count(*) = max(o) - min(o) + 1 AS is_run FROM (${numbered}) GROUP BY path, subject`,
  )
  const add = (runs: string) =>
    connection.run(
      `INSERT INTO presence SELECT dataset, source, calendar, subject, first, last FROM (${runs}) JOIN (FROM parts WHERE dataset = ${name}) USING (path)`,
    )
  await add('FROM ends WHERE is_run')
  if ((await readRow(connection, 'SELECT bool_and(is_run) AS all_runs FROM ends')).all_runs === false)
    await add(
      `SELECT path, subject, min(period) AS first, max(period) AS last FROM (
         SELECT *, o - row_number() OVER (PARTITION BY path, subject ORDER BY o) AS island
         FROM (${numbered}) SEMI JOIN (FROM ends WHERE NOT is_run) USING (path, subject))
       GROUP BY path, subject, island`,
    )
}

/** Writes the runs for the next version. */
export async function writePresence(connection: DuckDBConnection, path: string): Promise<Pick<PresenceFile, 'sha256'>> {
  await connection.run(copyTo('FROM presence', `${path}.new`))
  await rename(`${path}.new`, path)
  return { sha256: await checksum(path) }
}

/** Whether a file of runs has its checksum. */
export const isSound = async (path: string, { sha256 }: PresenceFile): Promise<boolean> =>
  (await stat(path).catch(() => null)) !== null && (await checksum(path)) === sha256
