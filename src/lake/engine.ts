import type { DuckDBConnection } from '@duckdb/node-api'
import type { Dataset } from '../catalogue/dataset.ts'
import { memoryBytesOf } from '../config/values.ts'
import { createTable, fileList, quote } from './schema.ts'

export type Engine = {
  readonly connection: DuckDBConnection
  /** Opens another connection to the same tables, with temporary tables of its own. */
  readonly connect: () => Promise<DuckDBConnection>
  /** Cancels the running queries. */
  readonly interrupt: () => void
  readonly close: () => void
}

/** Opens an in-memory DuckDB that spills to `scratch` beyond `memory`. */
export async function openEngine({ memory, scratch }: { memory: string; scratch: string }): Promise<Engine> {
  // Imported on first use, so that a process that only serves pages does not load the engine.
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: memory,
    temp_directory: scratch,
    // The defaults are parts of 1 GB; free memory must go back to the system well before the limit.
    allocator_flush_threshold: `${Math.ceil(memoryBytesOf(memory) / 8)}B`,
    allocator_bulk_deallocation_flush_threshold: `${Math.ceil(memoryBytesOf(memory) / 2)}B`,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  const opened: DuckDBConnection[] = []
  const connect = async () => {
    const connection = await instance.connect()
    opened.push(connection)
    await connection.run("SET TimeZone = 'Asia/Taipei'")
    return connection
  }
  return {
    connection: await connect(),
    connect,
    interrupt() {
      for (const connection of opened) connection.interrupt()
    },
    close() {
      for (const connection of opened) connection.closeSync()
      instance.closeSync()
    },
  }
}

/** Creates a view on files; a dataset without files becomes an empty table. */
export async function showFiles(
  connection: DuckDBConnection,
  dataset: Dataset,
  name: string,
  files: readonly string[],
) {
  await connection.run(`DROP VIEW IF EXISTS ${quote(name)}`)
  if (files.length === 0) {
    const empty = `${name}__empty`
    await connection.run(`DROP TABLE IF EXISTS ${quote(empty)}`)
    await connection.run(createTable(dataset, empty))
    await connection.run(`CREATE VIEW ${quote(name)} AS SELECT * FROM ${quote(empty)}`)
  } else await connection.run(`CREATE VIEW ${quote(name)} AS SELECT * FROM read_parquet(${fileList(files)})`)
}

/** Runs a query and returns its first row as plain values. */
export async function readRow(connection: DuckDBConnection, sql: string): Promise<Record<string, unknown>> {
  const rows = (await connection.runAndReadAll(sql)).getRowObjectsJson()
  return rows[0] ?? {}
}
