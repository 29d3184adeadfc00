import type { DuckDBConnection } from '@duckdb/node-api'
import type { Dataset } from '../catalogue/dataset.ts'
import { memoryBytesOf } from '../config/values.ts'
import { createTable, fileList, quote } from './schema.ts'

export type Engine = {
  readonly connection: DuckDBConnection
  /** Another connection to the same tables, for work beside the first one's; temporary tables are its own. */
  readonly connect: () => Promise<DuckDBConnection>
  /** Makes the queries under way fail. */
  readonly interrupt: () => void
  readonly close: () => void
}

/** A DuckDB of its own, in memory, that spills to `scratch` rather than grow beyond `memory`. */
export async function openEngine({ memory, scratch }: { memory: string; scratch: string }): Promise<Engine> {
  // Loaded when it is first needed: a process that only serves pages goes without the engine's memory.
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: memory,
    temp_directory: scratch,
    // The engine's own shares of 1 GB: what is free goes back to the system before it is as much as the limit.
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

/** Shows files as a table; a dataset without any is an empty one of the right columns. */
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

/** One row of a query, as plain JavaScript values. */
export async function readRow(connection: DuckDBConnection, sql: string): Promise<Record<string, unknown>> {
  const rows = (await connection.runAndReadAll(sql)).getRowObjectsJson()
  return rows[0] ?? {}
}
