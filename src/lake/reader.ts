import { join } from 'node:path'
import { type Dataset, tableOf } from '../catalogue/dataset.ts'
import { OperatorError, UsageError } from '../errors.ts'
import { openEngine, showFiles } from './engine.ts'
import type { Version } from './lake.ts'
import { fileList } from './schema.ts'

/** Opens a version read-only: its tables under either name, and no other access to the machine. */
export async function openReader(
  { manifest, folder }: Version,
  datasets: readonly Dataset[],
  options: { memory: string; scratch: string },
) {
  const { StatementType } = await import('@duckdb/node-api')
  const readable = [StatementType.SELECT, StatementType.EXPLAIN]
  const { connection, close } = await openEngine(options)
  for (const dataset of datasets) {
    const files = (manifest.datasets[dataset.name]?.parts ?? []).map(({ file }) => join(folder, file))
    for (const name of new Set([dataset.name, tableOf(dataset)])) await showFiles(connection, dataset, name, files)
  }
  await connection.run(`SET allowed_directories = ${fileList([folder])}`)
  await connection.run('SET enable_external_access = false')
  await connection.run('SET lock_configuration = true')
  return {
    /** Runs one SELECT; decimals are returned as text with all their places. */
    async select(sql: string) {
      const statements = await connection.extractStatements(sql).catch((error: Error) => {
        throw new UsageError(error.message)
      })
      if (statements.count !== 1) throw new UsageError(`One statement at a time; this text holds ${statements.count}.`)
      try {
        const prepared = await statements.prepare(0)
        if (!readable.includes(prepared.statementType))
          throw new UsageError('Only SELECT may be run here: the lake is read-only.')
        const result = await prepared.runAndReadAll()
        return { columns: result.columnNames(), rows: result.getRowsJson() as unknown[][] }
      } catch (error) {
        throw error instanceof OperatorError ? error : new UsageError((error as Error).message)
      }
    },
    close,
    [Symbol.dispose]: close,
  }
}

export type Reader = Awaited<ReturnType<typeof openReader>>
