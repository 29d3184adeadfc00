import { availableParallelism } from 'node:os'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Dataset } from '../catalogue/dataset.ts'
import { memoryBytesOf } from '../config/values.ts'
import { MissingError } from '../errors.ts'
import { once } from '../once.ts'
import { fileList, quote, sqlColumns } from './schema.ts'

export type EngineOptions = {
  readonly memory: string
  readonly scratch: string
  /** Queries that run at the same time, here or in other engines of the process. */
  readonly lanes?: number
}

/**
 * DuckDB; null where it is not installed, as beside the package `formosa`, which leaves it to its user. Imported on first
 * use, so that a process that only serves pages does not load the engine.
 */
const loadDuckDb = once(() =>
  import('@duckdb/node-api').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes("'@duckdb/node-api'")) return null
    throw error
  }),
)

export const hasEngine = async (): Promise<boolean> => (await loadDuckDb()) !== null

/** DuckDB, or the sentence that says how to install it. */
export async function requireEngine() {
  const duckDb = await loadDuckDb()
  if (duckDb) return duckDb
  throw new MissingError(
    'This needs DuckDB, which is not installed: run "npm install @duckdb/node-api" beside formosa.',
  )
}

/** Opens an in-memory DuckDB that spills to `scratch` beyond `memory`. */
export async function openEngine({ memory, scratch, lanes = 1 }: EngineOptions) {
  const { DuckDBInstance } = await requireEngine()
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: memory,
    temp_directory: scratch,
    // More threads than cores cost a fourth more CPU and save no time.
    threads: String(Math.max(1, Math.floor(availableParallelism() / lanes))),
    // The defaults are parts of 1 GB; free memory must go back to the system well before the limit.
    allocator_flush_threshold: `${Math.ceil(memoryBytesOf(memory) / 8)}B`,
    allocator_bulk_deallocation_flush_threshold: `${Math.ceil(memoryBytesOf(memory) / 2)}B`,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  const opened: DuckDBConnection[] = []
  /** Opens another connection to the same tables, with temporary tables of its own. */
  const connect = async () => {
    const connection = await instance.connect()
    opened.push(connection)
    await connection.run("SET TimeZone = 'Asia/Taipei'")
    return connection
  }
  const close = () => {
    for (const connection of opened) connection.closeSync()
    instance.closeSync()
  }
  return {
    connection: await connect(),
    connect,
    /** Cancels the running queries. */
    interrupt() {
      for (const connection of opened) connection.interrupt()
    },
    close,
    [Symbol.dispose]: close,
  }
}

export type Engine = Awaited<ReturnType<typeof openEngine>>

/** Creates a view on files; that of a dataset without files has no rows. */
export async function showFiles(
  connection: DuckDBConnection,
  dataset: Dataset,
  name: string,
  files: readonly string[],
  schema = 'main',
) {
  const rows =
    files.length > 0
      ? `FROM read_parquet(${fileList(files)})`
      : `SELECT ${sqlColumns(dataset)
          .map(([column, type]) => `CAST(NULL AS ${type}) AS ${quote(column)}`)
          .join(', ')} LIMIT 0`
  await connection.run(`CREATE OR REPLACE VIEW ${quote(schema)}.${quote(name)} AS ${rows}`)
}

/** Runs a query and returns its first row as plain values. */
export async function readRow(connection: DuckDBConnection, sql: string): Promise<Record<string, unknown>> {
  const rows = (await connection.runAndReadAll(sql)).getRowObjectsJson()
  return rows[0] ?? {}
}
